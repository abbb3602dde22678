"""The words of the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import date
from typing import Any, NoReturn

from memory.errors import BadInput
from memory.types import Mode
from tui import __version__
from tui.commands.dates import EXAMPLE, parsed

Parser = argparse.ArgumentParser
Add = Callable[..., Parser]
MOST_DIGITS = 9
"""Of a count; SQLite takes no number beyond 64 bits."""

LAST_PORT = 65_535


class OneLineParser(argparse.ArgumentParser):
    """Says what is wrong in one line and leaves the long text to --help.

    `words` adds what the parser knows, once it is asked for it: the chat starts without the many words of the rest.
    """

    words: Callable[[Parser], None] | None = None

    def expand(self) -> None:
        words, self.words = self.words, None
        if words is not None:
            words(self)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        self.expand()
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}. {self.prog} --help says more\n")


def build_parser() -> Parser:
    parser = OneLineParser(prog="harken", description="A chat program for the terminal that remembers.")
    parser.set_defaults(run="tui.cli.chat:run", profile="default", json=False)
    parser.add_argument("--version", action="version", version=f"harken {__version__}")
    _chat_options(parser)
    _profile(parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=OneLineParser)
    chat = _command(commands.add_parser, "chat", "the chat (also without a command)", "tui.cli.chat:run", json=False)
    _chat_options(chat)
    _ask(commands.add_parser)
    _web(commands.add_parser)
    _group(commands.add_parser, "memory", "look at memory and correct it", _memory)
    why = _command(commands.add_parser, "why", "what memory gave to a turn, and why", "tui.cli.why:run")
    why.add_argument("message", nargs="?", help="the id of a message or its reply; without it, the last turn")
    _cost(commands.add_parser)
    _command(commands.add_parser, "models", "which models can be used, and what the others need", "tui.cli.models:run")
    _command(commands.add_parser, "paths", "where the files are", "tui.cli.places:paths")
    _group(commands.add_parser, "profile", "separate worlds of memory", _profiles)
    _command(commands.add_parser, "doctor", "what works, what does not, and what to do", "tui.cli.doctor:run")
    _log(commands.add_parser)
    _completion(commands.add_parser)
    _group(commands.add_parser, "bench", "measure", _bench)
    return parser


def _command(add: Add, name: str, help_: str, run: str, *, json: bool = True) -> Parser:
    parser = add(name, help=help_, description=f"{help_[0].upper()}{help_[1:]}.")
    parser.set_defaults(run=run)
    _profile(parser)
    if json:
        parser.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print one JSON document")
    return parser


def _group(add: Add, name: str, help_: str, words: Callable[[Parser], None]) -> None:
    """A command that is followed by another one."""
    parser = add(name, help=help_, description=f"{help_[0].upper()}{help_[1:]}.")
    assert isinstance(parser, OneLineParser)
    parser.words = words


def _profile(parser: Parser) -> None:
    parser.add_argument(
        "--profile", metavar="PROFILE", default=argparse.SUPPRESS, help="whose memory (default: default)"
    )


def _model(parser: Parser) -> None:
    parser.add_argument("--model", metavar="NAME", default=argparse.SUPPRESS, help="who answers; harken models lists")


def _mode(parser: Parser) -> None:
    parser.add_argument(
        "--mode", choices=[str(mode) for mode in Mode], default=argparse.SUPPRESS, help="what memory does"
    )


def _chat_options(parser: Parser) -> None:
    _model(parser)
    _mode(parser)
    _persona(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--resume", nargs="?", const="", metavar="ID", default=argparse.SUPPRESS, help="go on with a conversation"
    )
    which.add_argument(
        "--continue",
        dest="continue_",
        action="store_true",
        default=argparse.SUPPRESS,
        help="go on with the last conversation",
    )
    _project(which)


def _persona(parser: Parser) -> None:
    parser.add_argument(
        "--persona", metavar="NAME", default=argparse.SUPPRESS, help="who answers in a new conversation, and how"
    )


def _project(parser: Parser | argparse._MutuallyExclusiveGroup) -> None:
    parser.add_argument(
        "--project",
        type=_project_name,
        metavar="NAME",
        default=argparse.SUPPRESS,
        help="what belongs together, recalled nowhere else; or none",
    )


def _project_name(text: str) -> str:
    """As `/project` takes it: none is no project's name."""
    from memory import names
    from memory.types import PartitionKind

    if text.strip().lower() == "none":
        return ""
    try:
        named = names.partition(PartitionKind.PROJECT, text)
        names.refuse_secret(named)
    except BadInput as error:
        raise argparse.ArgumentTypeError(error.line) from None
    return named.name


def _ask(add: Add) -> None:
    ask = _command(add, "ask", "one turn to stdout; standard input is added to the text", "tui.cli.ask:run")
    ask.add_argument("text", nargs="*", metavar="TEXT")
    _model(ask)
    _mode(ask)
    _persona(ask)
    ask.add_argument("--no-memory", action="store_true", help="neither use memory nor learn from this turn")
    which = ask.add_mutually_exclusive_group()
    which.add_argument("--conversation", metavar="ID", help="the conversation to go on with")
    _project(which)


def _web(add: Add) -> None:
    web = _command(add, "web", "the chat in a browser of this computer", "tui.cli.web:run", json=False)
    web.add_argument("--host", default="127.0.0.1", help="a number of this computer (default: 127.0.0.1)")
    web.add_argument("--port", type=_port, default=4275, metavar="N", help="default: 4275; 0: any that is free")
    web.add_argument("--open", action="store_true", help="open the browser as well")
    _chat_options(web)
    web.epilog = (
        "Prints an address with a token that is new at each start; without it nothing is shown. Each tab is a window of"
        " its own. From another computer: ssh -L 4275:127.0.0.1:4275 THIS_COMPUTER."
    )


def _cost(add: Add) -> None:
    cost = _command(add, "cost", "tokens and cost by purpose, model, conversation and day", "tui.cli.cost:run")
    cost.add_argument("period", nargs="?", choices=("ever", "day", "month"), default="ever", help="up to now")
    cost.add_argument("--conversation", metavar="ID", help="only the calls for this conversation")


def _log(add: Add) -> None:
    log = _command(add, "log", "what harken noted for itself, the newest last", "tui.cli.log:run")
    log.add_argument("--level", choices=("debug", "info", "warning", "error"), default="debug", help="this or worse")
    log.add_argument("--find", metavar="WORDS", default="", help="only what holds all these words")
    log.add_argument("--limit", type=_count, default=50, metavar="N")
    log.add_argument("--follow", action="store_true", help="go on with what comes, until Ctrl+C")


def _completion(add: Add) -> None:
    name, help_ = "completion", "a script that lets your shell complete harken's words"
    completion = add(name, help=help_, description=f"{help_[0].upper()}{help_[1:]}.")
    completion.set_defaults(run="tui.cli.completion:run")
    completion.add_argument("shell", choices=("bash", "zsh", "fish"))
    completion.epilog = (
        'For bash put eval "$(harken completion bash)" into ~/.bashrc. For zsh write it to a file _harken in a folder'
        " of $fpath, for fish to ~/.config/fish/completions/harken.fish."
    )


def _memory(memory: Parser) -> None:
    _profile(memory)
    memory.set_defaults(run="tui.cli.memory:run")
    verbs = memory.add_subparsers(dest="verb", required=True, metavar="COMMAND", parser_class=OneLineParser)
    for name, help_, argument in (
        ("list", "what is stored, newest first", ""),
        ("show", "all about a memory, or about each of several", "ID"),
        ("search", "search by words and meaning", "TEXT"),
        ("recall", "what a turn with this text would get", "TEXT"),
        ("remember", "keep a fact, word by word", "TEXT"),
        ("move", "say where a fact belongs: profile, project:NAME or persona:NAME", "ID PLACE"),
        ("forget", "erase for good, after showing what would go", ""),
        ("pin", "keep a fact always in context", "ID"),
        ("unpin", "let a pinned fact be an ordinary one again", "ID"),
        ("reflect", "answer a question from memory", "TEXT"),
        ("sync", "learn now from what waits", ""),
        ("consolidate", "tidy memory now: what faded, what is told twice, what is too old", ""),
        ("undo", "take the last pass of consolidate back", ""),
        ("rebuild", "make search and vectors again from what was said and kept", ""),
        ("stats", "sizes and state", ""),
        ("activity", "the log of background work", ""),
    ):
        verb = _command(verbs.add_parser, name, help_, "tui.cli.memory:run")
        if argument:
            verb.add_argument("words", nargs=1 if name in ("pin", "unpin") else "+", metavar=argument)
    _filters(verbs.choices["list"], 100)
    _filters(verbs.choices["search"], 20)
    for name in ("reflect", "sync", "consolidate"):
        _model(verbs.choices[name])
    verbs.choices["remember"].add_argument("--category", default="", help="one of the categories of the settings")
    for name in ("remember", "recall"):
        _project(verbs.choices[name])
    verbs.choices["activity"].add_argument("--limit", type=_count, default=50)
    for name in ("consolidate", "undo"):
        verbs.choices[name].add_argument("--dry-run", action="store_true", help="only say what would change")
    verbs.choices["sync"].add_argument(
        "--imported",
        type=_count,
        default=0,
        metavar="N",
        help="also from the newest N sessions that came from another program",
    )
    verbs.choices["consolidate"].add_argument(
        "--review", action="store_true", help="also ask the model about facts that are said twice or contradict"
    )
    _forget(verbs.choices["forget"])
    _redact(verbs.add_parser)
    _audit(verbs.add_parser)
    _identity(verbs.add_parser)
    _soul(verbs.add_parser)
    _inbox(verbs.add_parser)
    _learnt(verbs.add_parser)
    _portable(verbs.add_parser)


def _forget(parser: Parser) -> None:
    parser.add_argument("words", nargs="*", metavar="ID_OR_WORDS", help="c12 is what was learnt from a conversation")
    parser.add_argument("--entity", metavar="NAME", help="all about this person, place or thing")
    _span(parser)
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument("--with-turns", action="store_true", help="the messages that said it as well")
    parser.add_argument("--everything", action="store_true", help="all memory, conversations and files of the profile")
    parser.add_argument("--yes-profile", metavar="NAME", help="do not ask to type the name for --everything")
    parser.add_argument("--with-exports", action="store_true", help="exported files that say it as well")


def _span(parser: Parser) -> None:
    parser.add_argument("--since", type=_date, metavar="DATE", help="ISO 8601; a bare date is its beginning")
    parser.add_argument("--until", type=_date, metavar="DATE", help="ISO 8601; a bare date is its end")


def _filters(parser: Parser, limit: int) -> None:
    from memory.types import Kind

    parser.add_argument("--kind", action="append", choices=[str(kind) for kind in Kind], help="may be given again")
    parser.add_argument("--category", default="")
    _span(parser)
    parser.add_argument("--entity", default="", help="about this person, place or thing")
    parser.add_argument("--partition", default="", metavar="PLACE", help="profile, project:NAME or persona:NAME")
    parser.add_argument("--limit", type=_count, default=limit)


def _redact(add: Add) -> None:
    redact = _command(add, "redact", "take secrets out of what you said and all that repeats it", "tui.cli.memory:run")
    redact.add_argument("message", nargs="?", metavar="ID", help="a message; its secrets go")
    redact.add_argument("words", nargs="*", metavar="TEXT", help="instead any text of it; its first letters and '*' do")
    redact.add_argument("--all", action="store_true", help="the secrets of all messages")
    redact.add_argument("--yes", action="store_true", help="do not ask")


def _audit(add: Add) -> None:
    audit = _command(add, "audit", "prove that something is forgotten: receipts, and a new look", "tui.cli.memory:run")
    audit.add_argument("words", nargs="*", metavar="ID", help="of a receipt or of what was forgotten; without: a list")
    audit.add_argument("--text", nargs="+", metavar="WORDS", help="look for these words in every store and every file")
    audit.epilog = "Ends with 0 where nothing was found, and with 1 where something is left."


def _identity(add: Add) -> None:
    identity = _command(add, "identity", "what is always in context about you", "tui.cli.identity:run")
    identity.add_argument(
        "action", nargs="?", choices=("list", "add", "edit", "remove", "demote", "accept"), default="list"
    )
    identity.add_argument("words", nargs="*", metavar="ID or TEXT")


def _soul(add: Add) -> None:
    soul = _command(add, "soul", "how the assistant should work with you (soul.md)", "tui.cli.identity:soul")
    soul.add_argument("file", nargs="?", metavar="FILE", help="replaces it by this text; - is standard input")


def _inbox(add: Add) -> None:
    inbox = _command(add, "inbox", "what harken asks you about: is it true, is it the same", "tui.cli.inbox:run")
    choices = ("list", "accept", "edit", "reject", "both", "new", "old", "undo")
    inbox.add_argument("action", nargs="?", choices=choices, default="list")
    inbox.add_argument("words", nargs="*", metavar="ID or TEXT")
    inbox.epilog = (
        "accept, edit and reject are for what you did not say yourself. Of two facts that may say the same or"
        " contradict each other, both keeps both, new and old keep one, by the id of the new one; undo takes that back."
    )


def _learnt(add: Add) -> None:
    learnt = _command(add, "learnt", "what was learnt, with your word on each piece", "tui.cli.learnt:run")
    learnt.add_argument("action", nargs="?", choices=("list", "keep", "edit", "undo", "redo"), default="list")
    learnt.add_argument("words", nargs="*", metavar="ID or TEXT", help="the number of a piece, or the id of its fact")
    learnt.add_argument("--conversation", metavar="ID", help="only from this conversation")
    learnt.add_argument("--limit", type=_count, default=20, help="so many runs")


def _portable(add: Add) -> None:
    export = _command(add, "export", "write all memory and every conversation to a file", "tui.cli.memory:run")
    export.add_argument("file", metavar="FILE", help="must end in .jsonl or .md; both hold the same")
    export.add_argument("--force", action="store_true", help="write over a file that is there already")
    export.epilog = (
        "Holds identity lines, facts, episodes, people and things, relations, and the conversations with their"
        " attachments. Left out is what is made anew or stays with this computer: search indexes, the record of what"
        " memory gave to each message, what was decided about two facts that may be one, logs, settings, soul.md,"
        " and what was deleted or forgotten."
    )
    bring_in = _command(add, "import", "add what an export holds to this profile", "tui.cli.memory:run")
    bring_in.add_argument(
        "file",
        metavar="FILE",
        help="an export (.jsonl, .md), a list of facts in Markdown, or an export of ChatGPT or Claude (.zip, .json)",
    )
    bring_in.add_argument("--restore", action="store_true", help="also what was forgotten or deleted here")
    bring_in.epilog = (
        "Nothing is doubled: what is here already stays as it is, and an import that was broken off can be run again."
        " Facts without an origin, as in a file written by hand, wait until you agree. Conversations from ChatGPT and"
        " Claude are recalled at once; harken memory sync --imported N learns from them."
    )


def _profiles(profile: Parser) -> None:
    verbs = profile.add_subparsers(dest="verb", required=True, metavar="COMMAND", parser_class=OneLineParser)
    _command(verbs.add_parser, "list", "the profiles there are", "tui.cli.places:list_profiles")
    create = _command(verbs.add_parser, "create", "make a new one", "tui.cli.places:create_profile")
    create.add_argument("name")
    backup = _command(
        verbs.add_parser, "backup", "write one with all that belongs to it into a file", "tui.cli.backup:back_up"
    )
    backup.add_argument(
        "name", metavar="PROFILE", nargs="?", help="which one (default: that of --profile, else default)"
    )
    backup.add_argument("file", metavar="FILE")
    backup.add_argument("--force", action="store_true", help="write over a file that is there already")
    backup.epilog = (
        "Holds conversations, memory, identity.md, soul.md, drafts, settings, personas, themes and prompts. Left out"
        " are the keys of models, exported files, logs, and what is made anew. The profile may be in use."
    )
    restore = _command(verbs.add_parser, "restore", "make one from a backup", "tui.cli.backup:bring_back")
    restore.add_argument("file", metavar="FILE")
    restore.add_argument("--as", dest="name", default="", metavar="NAME", help="under another name")
    restore.add_argument("--replace", action="store_true", help="put the profile that is there aside")
    restore.add_argument("--restore-forgotten", action="store_true", help="also what was forgotten since")
    restore.epilog = (
        "The whole file is tried before anything changes. Personas, themes, prompts and settings that are here already"
        " stay as they are."
    )
    _encryption(verbs.add_parser)
    delete = _command(verbs.add_parser, "delete", "delete one with all it holds", "tui.cli.places:delete_profile")
    delete.add_argument("name", metavar="PROFILE")
    delete.add_argument("--yes", action="store_true", help="do not ask")


def _encryption(add: Add) -> None:
    encrypt = _command(
        add,
        "encrypt",
        "make one unreadable without a passphrase or this computer's keyring",
        "tui.cli.encrypting:encrypt",
    )
    encrypt.add_argument("name", metavar="PROFILE")
    encrypt.add_argument("--keyring", action="store_true", help="the system's keyring opens it, no passphrase")
    encrypt.epilog = (
        "A lost passphrase can't be brought back, nor what it protected. Settings and exports stay plain. Scripts name"
        " a file with the passphrase in HARKEN_PASSPHRASE_FILE."
    )
    decrypt = _command(add, "decrypt", "make an encrypted one plain again", "tui.cli.encrypting:decrypt")
    decrypt.add_argument("name", metavar="PROFILE")
    key = _command(add, "key", "change what opens an encrypted one", "tui.cli.encrypting:change")
    key.add_argument("name", metavar="PROFILE")
    who = key.add_mutually_exclusive_group()
    who.add_argument("--passphrase", action="store_true", help="a new passphrase; also without any option")
    who.add_argument("--keyring", action="store_true", help="the system's keyring instead")
    key.add_argument("--new-key", action="store_true", help="encrypt everything anew, with another key")
    key.epilog = "Scripts name a file with the new passphrase in HARKEN_NEW_PASSPHRASE_FILE."


def _bench(bench: Parser) -> None:
    names = bench.add_subparsers(dest="bench", required=True, metavar="NAME", parser_class=OneLineParser)
    for name, help_ in (
        ("locomo", "retrieval on long conversations"),
        ("gate", "when memory is used, and when not"),
        ("latency", "what a turn waits for: one recall, and its commits"),
        ("longmemeval", "recall, answers and their judgement on LongMemEval's questions"),
        ("startup", "time to the first frame beside a bare app"),
        ("stream", "the cost of drawing a long reply"),
        ("scroll", "what a long conversation costs to open, add to, resize and page through"),
    ):
        _command(names.add_parser, name, help_, "tui.cli.bench:run")
    names.choices["locomo"].add_argument("--data", required=True, metavar="FILE")
    gate = names.choices["gate"].add_mutually_exclusive_group(required=True)
    gate.add_argument("--data", metavar="DIR")
    gate.add_argument("--train", metavar="FILE", help="make the gate's weights again and write them to FILE")
    for name in ("locomo", "gate"):
        names.choices[name].add_argument(
            "--embedding-model", default="minilm", metavar="NAME", help="minilm, multilingual or one of fastembed's"
        )
    _longmemeval(names.choices["longmemeval"])
    names.choices["latency"].add_argument("--memories", type=_count, default=10_000, metavar="N")


def _longmemeval(parser: Parser) -> None:
    parser.add_argument("--data", required=True, metavar="FILE", help="longmemeval_s, _m or _oracle, as published")
    stages = ("ingest", "retrieve", "score", "qa", "judge", "all")
    parser.add_argument("--stage", choices=stages, default="all", help="one step; without a model, all ends with score")
    parser.add_argument("--limit", type=_count, metavar="N", help="only the first questions, to see that it runs")
    parser.add_argument("--out", metavar="DIR", help="the run's own folder; the same one goes on where it ended")
    parser.add_argument("--budget", type=_count, default=800, metavar="TOKENS", help="of what a question gets recalled")
    _model(parser)
    parser.add_argument("--judge-model", metavar="NAME", help="who judges the answers; without it, who answers")
    parser.epilog = (
        "recall_all@k is the official figure, over the questions that have an answer; recall_any@k is over all. The"
        " run's folder gets retrieval.jsonl, answers.jsonl (as the official judging reads it) and judgements.jsonl."
    )


def _count(text: str) -> int:
    if not text.isdecimal() or len(text) > MOST_DIGITS or int(text) < 1:
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} is not a whole number above 0 with at most {MOST_DIGITS} digits"
        )
    return int(text)


def _port(text: str) -> int:
    if not text.isdecimal() or len(text) > MOST_DIGITS or int(text) > LAST_PORT:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a port: a number from 0 to {LAST_PORT}")
    return int(text)


def _date(text: str) -> date:
    try:
        return parsed(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no date like {EXAMPLE}") from None


def given(args: argparse.Namespace, name: str) -> Any:
    """The value of an option, None where it was not given."""
    return getattr(args, name, None)
