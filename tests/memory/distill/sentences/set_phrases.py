"""Sentences with a set phrase that has a "not" in it and denies nothing, and what they say and do not say."""

from __future__ import annotations

SAID = [
    ("No problem, I'm a vegetarian.", "I'm a vegetarian"),
    ("I not only paint but also sculpt.", "I paint"),
    ("Ich male nicht nur, ich bildhauere auch.", "Ich male"),
    ("Keine Sorge, ich bin Krankenpfleger.", "Ich bin Krankenpfleger"),
    ("Ich stehe um fünf auf, früher als meine Frau.", "Ich stehe um fünf auf"),
    ("J'habite à New York depuis 2018.", "J'habite à New York"),
    ("Je ne mange que du poisson.", "Je mange du poisson"),
    ("Je suis sans doute trop bavard, je suis coiffeur.", "Je suis coiffeur"),
    ("I'm from New Zealand, no kidding.", "I'm from New Zealand"),
    ("Früher oder später kaufe ich ein Haus, ich wohne zur Miete.", "Ich wohne zur Miete"),
    ("Sin duda soy noctámbulo.", "Soy noctámbulo"),
    ("Antes de nada, soy vegetariano.", "Soy vegetariano"),
    ("No solo pinto, también esculpo.", "Pinto"),
    ("Não só pinto, como também esculpo.", "Pinto"),
    ("Prima di tutto, sono vegetariana.", "Sono vegetariana"),
    ("Ho due gatti, ne ho adottato uno nel 2020.", "Ho due gatti"),
    ("我住在无锡。", "我住在无锡"),
    ("我住在北京，不过老家在四川。", "我老家在四川"),
    ("对不起，我住在南京。", "我住在南京"),
    ("我特别喜欢猫。", "我喜欢猫"),
    ("まず、私は教師です。", "私は教師です"),
    ("すみません、私は教師です。", "私は教師です"),
    ("毎朝薬を飲まなければなりません。", "毎朝薬を飲みます"),
    ("日本語しか話せません。", "日本語を話せます"),
]

NOT_SAID = [
    ("I have no problem with dogs.", "I have a problem with dogs"),
    ("I'm not a vegetarian, no problem.", "I'm a vegetarian"),
    ("Ich habe kein Problem mit Hunden.", "Ich habe ein Problem mit Hunden"),
    ("Ich rauche nicht, keine Sorge.", "Ich rauche"),
    ("J'ai pas de problème de dos.", "J'ai un problème de dos"),
    ("Je n'habite pas à New York.", "J'habite à New York"),
    ("No fumo, no solo por salud.", "Fumo"),
    ("Non fumo, prima di tutto per i figli.", "Fumo"),
    ("我没有住在无锡。", "我住在无锡"),
    ("对不起，我不抽烟。", "我抽烟"),
    ("すみません、肉は食べません。", "肉を食べます"),
]
