"""Japanese."""

from __future__ import annotations

from memory.text.clauses.base import Clauses, written
from memory.text.languages.base import cue

_END = "(?:ます|ました|です|でした|ません|ている|てる|た|だ|る|ない|い)"
_ON = "(?:が|けど|けれども?|ので|のですが|のだが|んですが|んだけど|し)"
JAPANESE = Clauses(
    hanging=written(rf"{_ON}[、，,]?\s*$"),
    main=written(rf"{_END}{_ON}?[、，,]?\s*$"),
    inquiring=written("何|なに|どこ|どう|どの|どれ|どんな|なぜ|いつ|誰|いくら|いくつ|か[。.]?[?？]?$|[?？]$"),
    tag=cue(
        "^(?:それとも|または|あるいは|よね|でしょう|ですよね|そうですよね|そうですか|本当ですか|合ってい?ますか|正しいですか|違いますか|だよね)"
    ),
    wishing=cue("かもしれ|たぶん|多分|だろう|でしょう|たいな"),
    dreaming=cue("(?:ら|ば)いいの|ところだった|ところでした|と思って(?:いた|いました)|かと思(?:った|いました)"),
    condition=cue("もし|たら|なら|れば"),
    polite=cue(
        "もし(?:よければ|よろしければ|参考になれば|参考になるなら|お役に立て(?:ば|るなら)|役に立つ(?:なら|のなら))"
    ),
    telling=cue("^[^、，,]{1,8}?[はがに](?!そう|こう)[^、，,]{3,}?(?:と|って)(?:言|話|書|思って)"),
)
