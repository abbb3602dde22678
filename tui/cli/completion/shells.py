"""The scripts for bash, zsh and fish. Each walks along the line to where the cursor is and offers what fits there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from tui.cli.completion.words import Place, Word

_WALK = """\
    for word in {given}; do
        if [[ -n $takes ]]; then takes=; continue; fi
        case "$at $word" in
            {values}) takes="$at $word" ;;
            {commands}) at="$at $word" ;;
        esac
    done"""


def bash(places: Sequence[Place]) -> str:
    return "\n".join(
        [
            "# Completion of harken for bash",
            "_harken() {",
            "    local current=${COMP_WORDS[COMP_CWORD]} at= takes= word words= options= files=",
            _walk(places, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"'),
            '    case "${takes:-$at}" in',
            *(_bash_case(place) for place in places if _offers(place)),
            "    esac",
            "    if [[ $current == -* ]]; then words=$options; elif [[ -n $files ]]; then compopt -o default; fi",
            '    COMPREPLY=($(compgen -W "$words" -- "$current"))',
            "}",
            "complete -F _harken harken",
        ]
    )


def zsh(places: Sequence[Place]) -> str:
    return "\n".join(
        [
            "#compdef harken",
            "_harken() {",
            "    local at= takes= word files=",
            "    local -a commands options",
            _walk(places, '"${(@)words[2,CURRENT-1]}"'),
            '    case "${takes:-$at}" in',
            *(_zsh_case(place) for place in places if _offers(place)),
            "    esac",
            "    if [[ $PREFIX == -* ]]; then _describe -o option options; return; fi",
            "    (( $#commands )) && _describe word commands",
            "    [[ -n $files ]] && _files",
            "}",
            'if [[ $funcstack[1] == _harken ]]; then _harken "$@"; else compdef _harken harken; fi',
        ]
    )


def fish(places: Sequence[Place]) -> str:
    return "\n".join(
        [
            "# Completion of harken for fish",
            "function __harken_at",
            "    set -l at ''",
            "    set -l takes ''",
            "    set -l given (commandline -opc)",
            "    for word in $given[2..]",
            '        if test -n "$takes"',
            "            set takes ''",
            "            continue",
            "        end",
            '        switch "$at $word"',
            f"            case {' '.join(map(_fish_quoted, _values(places)))}",
            '                set takes "$at $word"',
            f"            case {' '.join(map(_fish_quoted, _commands(places)))}",
            '                set at "$at $word"',
            "        end",
            "    end",
            '    test -n "$takes"; and set at $takes',
            '    test "$at" = "$argv[1]"',
            "end",
            "complete -c harken -f",
            *(line for place in places for line in _fish_lines(place)),
        ]
    )


SHELLS: Mapping[str, Callable[[Sequence[Place]], str]] = {"bash": bash, "zsh": zsh, "fish": fish}


def _walk(places: Sequence[Place], given: str) -> str:
    return _WALK.format(
        given=given,
        values="|".join(map(_quoted, _values(places))),
        commands="|".join(map(_quoted, _commands(places))),
    )


def _values(places: Iterable[Place]) -> list[str]:
    return [value for place in places for value in place.values]


def _commands(places: Sequence[Place]) -> list[str]:
    values = set(_values(places))
    return [place.at for place in places if place.at and place.at not in values]


def _offers(place: Place) -> bool:
    return bool(place.words or place.options or place.files)


def _bash_case(place: Place) -> str:
    said = [
        f"{name}={_quoted(' '.join(word.text for word in words))}"
        for name, words in (("words", place.words), ("options", place.options))
        if words
    ]
    return f"        {_quoted(place.at)}) {' '.join([*said, *(['files=1'] if place.files else [])])} ;;"


def _zsh_case(place: Place) -> str:
    said = [
        f"{name}=({' '.join(_quoted(_described(word)) for word in words)})"
        for name, words in (("commands", place.words), ("options", place.options))
        if words
    ]
    return f"        {_quoted(place.at)}) {' '.join([*said, *(['files=1'] if place.files else [])])} ;;"


def _described(word: Word) -> str:
    return f"{word.text.replace(':', chr(92) + ':')}:{word.help}" if word.help else word.text.replace(":", "\\:")


def _fish_lines(place: Place) -> Iterator[str]:
    here = f"complete -c harken -n {_fish_quoted(f'__harken_at {_fish_quoted(place.at)}')}"
    for word in place.words:
        yield f"{here} -a {_fish_quoted(word.text)}{_fish_help(word)}"
    for option in place.options:
        kind = "-l" if option.text.startswith("--") else "-s"
        yield f"{here} {kind} {option.text.lstrip('-')}{_fish_help(option)}"
    if place.files:
        yield f"{here} -F"


def _fish_help(word: Word) -> str:
    return f" -d {_fish_quoted(word.help)}" if word.help else ""


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
