"""Secrets are found; prose about them is left alone."""

from __future__ import annotations

import pytest

from memory.text.secrets import redact

JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA1234\nabcd\n-----END RSA PRIVATE KEY-----"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("my key is sk-proj-Ab12Cd34Ef56Gh78Ij90", "sk-proj-Ab12Cd34Ef56Gh78Ij90"),
        ("sk-ant-api03-abcDEF123456_7890-xyz in the config", "sk-ant-api03-abcDEF123456_7890-xyz"),
        ("AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"),
        ("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "wJalrXUtnFEMI"),
        (f"here:\n{PEM}\nthanks", "MIIEowIBAAKCAQEA1234"),
        (PEM[:60], "MIIEowIBAAKCAQEA1234"),
        (f"token {JWT}", JWT),
        ("ghp_abcdefghijklmnopqrstuvwxyz0123456789", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"),
        ("glpat-abcdefghij0123456789", "glpat-abcdefghij0123456789"),
        ("xoxb-1234567890-abcdefghij", "xoxb-1234567890-abcdefghij"),
        ("AIzaSyA1234567890abcdefghijklmnopqrstuv", "AIzaSyA1234567890abcdefghijklmnopqrstuv"),
        ("password=hunter22", "hunter22"),
        ("Passwort: Geh3im!", "Geh3im!"),
        ("the wifi password is tr0ub4dor&3", "tr0ub4dor&3"),
        ("Authorization: Bearer abcdef1234567890ABCDEF", "abcdef1234567890ABCDEF"),
        ("dass mein Passwort Sommer2024x lautet", "Sommer2024x"),
        ("Mi clave es Xy7!kk2Qp9", "Xy7!kk2Qp9"),
        ("the wifi key is kd83-Plq0-zz19", "kd83-Plq0-zz19"),
        ("我的密码是hunter2x9", "hunter2x9"),
        ("パスワードはhunter2x9です", "hunter2x9"),
        ("my card number is 4111 1111 1111 1111, ok?", "4111 1111 1111 1111"),
        ("card 5500-0000-0000-0004", "5500-0000-0000-0004"),
        ("Amex 378282246310005.", "378282246310005"),
        ("postgres://marit:s3cr3t@db.example.org/app", "s3cr3t"),
        ('"api_key": "9f8e7d6c5b4a3210"', "9f8e7d6c5b4a3210"),
    ],
)
def test_a_secret_goes_and_its_kind_is_told(text: str, secret: str) -> None:
    redacted, found = redact(text)
    assert secret not in redacted
    assert found


@pytest.mark.parametrize(
    "text",
    [
        "I forgot my password again",
        "the password is case sensitive",
        "password: str",
        "La clave es la paciencia, clave: practicar cada día",
        "密码是什么",
        "password = os.environ['DB']",
        "Reset your password: open the settings",
        "risk-averse people like task-oriented tools-and-methods-everywhere",
        "the bearer of this letter",
        "see https://example.org/a:b@c",
        "an API key is a string",
        "call me at 4111 1111 1111 1112 some day",
        "order 4111111111111111-7 has left",
        "the password manager is new, reset my Passwort bitte",
        "sk-learn-is-a-nickname-for-scikit",
    ],
)
def test_prose_stays(text: str) -> None:
    assert redact(text) == (text, [])


def test_redacting_twice_changes_nothing() -> None:
    once, _ = redact("password=hunter22 and sk-proj-Ab12Cd34Ef56Gh78Ij90")
    assert redact(once) == (once, [])


def test_what_stands_around_a_secret_stays() -> None:
    assert redact("use password=hunter22 at home")[0].endswith(" at home")
    assert redact("postgres://marit:s3cr3t@db/app")[0].startswith("postgres://marit:")


@pytest.mark.parametrize(
    "unit",
    [
        "x-",
        "sk-",
        "eyJ-",
        "api-",
        "secret-",
        "secret ",
        "bearer ",
        'password="',
        "password ",
        "://a:",
        "a1_-B",
        "4111 ",
        "5",
    ],
)
def test_a_long_run_of_anything_is_read_once(unit: str) -> None:
    """With a pattern that starts over inside its own run this takes longer than the limit of the tests."""
    redacted, found = redact(unit * (1_000_000 // len(unit)) + " AKIAIOSFODNN7EXAMPLE")
    assert "AKIAIOSFODNN7EXAMPLE" not in redacted
    assert "AWS key" in found
