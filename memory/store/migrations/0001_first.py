"""The first schema: transcript, memory, search, ledger, work, forgetting."""

from __future__ import annotations

import sqlite3
from typing import Any

TABLES = """
CREATE TABLE "activity" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "purpose" VARCHAR(255) NOT NULL,
    "outcome" VARCHAR(255) NOT NULL,
    "detail" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "conversation" INTEGER,
    "session" INTEGER,
    "learned" TEXT NOT NULL,
    "ms" REAL NOT NULL,
    "created_at" INTEGER NOT NULL
);
CREATE INDEX "activity_created_at" ON "activity" ("created_at");
CREATE TABLE "call" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "purpose" VARCHAR(255) NOT NULL,
    "model" TEXT NOT NULL,
    "conversation" INTEGER,
    "prompt_tokens" INTEGER NOT NULL,
    "completion_tokens" INTEGER NOT NULL,
    "cost" REAL,
    "created_at" INTEGER NOT NULL
);
CREATE INDEX "call_purpose" ON "call" ("purpose");
CREATE INDEX "call_created_at" ON "call" ("created_at");
CREATE TABLE "conversation" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "title" TEXT NOT NULL,
    "title_by" VARCHAR(255) NOT NULL,
    "mode" VARCHAR(255),
    "model" TEXT NOT NULL,
    "pinned" INTEGER NOT NULL,
    "head" INTEGER,
    "next_seq" INTEGER NOT NULL,
    "vendors_told" TEXT NOT NULL,
    "created_at" INTEGER NOT NULL,
    "updated_at" INTEGER NOT NULL,
    "deleted_at" INTEGER
);
CREATE INDEX "conversation_updated_at" ON "conversation" ("updated_at");
CREATE TABLE "document" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "kind" VARCHAR(255) NOT NULL,
    "item" INTEGER NOT NULL,
    "conversation" INTEGER,
    "text" TEXT NOT NULL,
    "grams" TEXT NOT NULL,
    "hash" VARCHAR(255) NOT NULL,
    "embedded" VARCHAR(255) NOT NULL,
    "created_at" INTEGER NOT NULL
);
CREATE INDEX "document_conversation" ON "document" ("conversation");
CREATE INDEX "document_hash" ON "document" ("hash");
CREATE INDEX "document_embedded" ON "document" ("embedded");
CREATE UNIQUE INDEX "document_kind_item" ON "document" ("kind", "item");
CREATE TABLE "entity" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "folded" TEXT NOT NULL,
    "kind" VARCHAR(255) NOT NULL,
    "aliases" TEXT NOT NULL,
    "created_at" INTEGER NOT NULL
);
CREATE UNIQUE INDEX "entity_folded" ON "entity" ("folded");
CREATE TABLE "session" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "conversation_id" INTEGER NOT NULL,
    "started_at" INTEGER NOT NULL,
    "last_at" INTEGER NOT NULL,
    "distilled_to" INTEGER NOT NULL,
    FOREIGN KEY ("conversation_id") REFERENCES "conversation" ("id") ON DELETE CASCADE
);
CREATE INDEX "session_conversation_id" ON "session" ("conversation_id");
CREATE TABLE "episode" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "session_id" INTEGER,
    "conversation" INTEGER,
    "summary" TEXT NOT NULL,
    "topics" TEXT NOT NULL,
    "entities" TEXT NOT NULL,
    "decisions" TEXT NOT NULL,
    "action_items" TEXT NOT NULL,
    "salience" REAL NOT NULL,
    "method" VARCHAR(255) NOT NULL,
    "started_at" INTEGER NOT NULL,
    "ended_at" INTEGER NOT NULL,
    "uses" INTEGER NOT NULL,
    "last_used" INTEGER,
    "created_at" INTEGER NOT NULL,
    "updated_at" INTEGER NOT NULL,
    FOREIGN KEY ("session_id") REFERENCES "session" ("id") ON DELETE SET NULL
);
CREATE UNIQUE INDEX "episode_session_id" ON "episode" ("session_id");
CREATE INDEX "episode_conversation" ON "episode" ("conversation");
CREATE TABLE "fact" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "content" TEXT NOT NULL,
    "category" VARCHAR(255) NOT NULL,
    "origin" VARCHAR(255) NOT NULL,
    "state" VARCHAR(255) NOT NULL,
    "method" VARCHAR(255) NOT NULL,
    "salience" REAL NOT NULL,
    "keywords" TEXT NOT NULL,
    "quote" TEXT NOT NULL,
    "pinned" INTEGER NOT NULL,
    "touched" INTEGER NOT NULL,
    "source_count" INTEGER NOT NULL,
    "uses" INTEGER NOT NULL,
    "last_used" INTEGER,
    "valid_from" INTEGER,
    "valid_to" INTEGER,
    "superseded_by" INTEGER,
    "created_at" INTEGER NOT NULL,
    "updated_at" INTEGER NOT NULL
);
CREATE INDEX "fact_state" ON "fact" ("state");
CREATE INDEX "fact_pinned" ON "fact" ("pinned");
CREATE TABLE "fact_source" (
    "fact_id" INTEGER NOT NULL,
    "message" INTEGER NOT NULL,
    PRIMARY KEY ("fact_id", "message"),
    FOREIGN KEY ("fact_id") REFERENCES "fact" ("id") ON DELETE CASCADE
);
CREATE INDEX "fact_source_fact_id" ON "fact_source" ("fact_id");
CREATE INDEX "fact_source_message" ON "fact_source" ("message");
CREATE TABLE "identity" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "content" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "created_at" INTEGER NOT NULL
);
CREATE UNIQUE INDEX "identity_content" ON "identity" ("content");
CREATE TABLE "injection" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "message" INTEGER NOT NULL,
    "conversation" INTEGER,
    "mode" VARCHAR(255) NOT NULL,
    "section" VARCHAR(255) NOT NULL,
    "rule" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "block" TEXT NOT NULL,
    "tokens" INTEGER NOT NULL,
    "ms" REAL NOT NULL,
    "legs" TEXT NOT NULL,
    "standing" TEXT NOT NULL,
    "forgotten" INTEGER NOT NULL,
    "created_at" INTEGER NOT NULL
);
CREATE UNIQUE INDEX "injection_message" ON "injection" ("message");
CREATE INDEX "injection_conversation" ON "injection" ("conversation");
CREATE TABLE "injection_item" (
    "injection_id" INTEGER NOT NULL,
    "rank" INTEGER NOT NULL,
    "kind" VARCHAR(255) NOT NULL,
    "item" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "score" REAL NOT NULL,
    "lexical" REAL,
    "dense" REAL,
    "tokens" INTEGER NOT NULL,
    "happened_at" INTEGER,
    "injected" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    PRIMARY KEY ("injection_id", "rank"),
    FOREIGN KEY ("injection_id") REFERENCES "injection" ("id") ON DELETE CASCADE
);
CREATE INDEX "injection_item_injection_id" ON "injection_item" ("injection_id");
CREATE INDEX "injection_item_kind_item" ON "injection_item" ("kind", "item");
CREATE TABLE "mention" (
    "entity_id" INTEGER NOT NULL,
    "kind" VARCHAR(255) NOT NULL,
    "item" INTEGER NOT NULL,
    PRIMARY KEY ("entity_id", "kind", "item"),
    FOREIGN KEY ("entity_id") REFERENCES "entity" ("id") ON DELETE CASCADE
);
CREATE INDEX "mention_entity_id" ON "mention" ("entity_id");
CREATE TABLE "message" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "conversation_id" INTEGER NOT NULL,
    "session_id" INTEGER,
    "parent" INTEGER,
    "seq" INTEGER NOT NULL,
    "role" VARCHAR(255) NOT NULL,
    "status" VARCHAR(255) NOT NULL,
    "model" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "tokens" INTEGER NOT NULL,
    "prompt_tokens" INTEGER,
    "completion_tokens" INTEGER,
    "cost" REAL,
    "created_at" INTEGER NOT NULL,
    FOREIGN KEY ("conversation_id") REFERENCES "conversation" ("id") ON DELETE CASCADE,
    FOREIGN KEY ("session_id") REFERENCES "session" ("id") ON DELETE SET NULL
);
CREATE INDEX "message_conversation_id" ON "message" ("conversation_id");
CREATE INDEX "message_session_id" ON "message" ("session_id");
CREATE INDEX "message_parent" ON "message" ("parent");
CREATE INDEX "message_created_at" ON "message" ("created_at");
CREATE UNIQUE INDEX "message_conversation_id_seq" ON "message" ("conversation_id", "seq");
CREATE TABLE "meta" ("key" VARCHAR(255) NOT NULL PRIMARY KEY, "value" TEXT NOT NULL);
CREATE TABLE "part" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "message_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" VARCHAR(255) NOT NULL,
    "source" VARCHAR(255) NOT NULL,
    "text" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "data" BLOB,
    "meta" TEXT NOT NULL,
    FOREIGN KEY ("message_id") REFERENCES "message" ("id") ON DELETE CASCADE
);
CREATE INDEX "part_message_id" ON "part" ("message_id");
CREATE UNIQUE INDEX "part_message_id_position" ON "part" ("message_id", "position");
CREATE TABLE "relation" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "subject_id" INTEGER NOT NULL,
    "predicate" TEXT NOT NULL,
    "object_id" INTEGER NOT NULL,
    "message" INTEGER,
    "valid_from" INTEGER,
    "valid_to" INTEGER,
    "created_at" INTEGER NOT NULL,
    FOREIGN KEY ("subject_id") REFERENCES "entity" ("id") ON DELETE CASCADE,
    FOREIGN KEY ("object_id") REFERENCES "entity" ("id") ON DELETE CASCADE
);
CREATE INDEX "relation_subject_id" ON "relation" ("subject_id");
CREATE INDEX "relation_object_id" ON "relation" ("object_id");
CREATE TABLE "signal" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "message" INTEGER NOT NULL,
    "session_id" INTEGER NOT NULL,
    "conversation" INTEGER NOT NULL,
    "state" VARCHAR(255) NOT NULL,
    "attempts" INTEGER NOT NULL,
    "created_at" INTEGER NOT NULL,
    FOREIGN KEY ("session_id") REFERENCES "session" ("id") ON DELETE CASCADE
);
CREATE UNIQUE INDEX "signal_message" ON "signal" ("message");
CREATE INDEX "signal_session_id" ON "signal" ("session_id");
CREATE INDEX "signal_conversation" ON "signal" ("conversation");
CREATE INDEX "signal_state" ON "signal" ("state");
CREATE TABLE "tombstone" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "words" TEXT NOT NULL,
    "messages" TEXT NOT NULL,
    "created_at" INTEGER NOT NULL
);
CREATE TABLE "vector" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "hash" VARCHAR(255) NOT NULL,
    "fingerprint" VARCHAR(255) NOT NULL,
    "values" BLOB NOT NULL
);
CREATE UNIQUE INDEX "vector_hash_fingerprint" ON "vector" ("hash", "fingerprint");
"""

FULL_TEXT = """
CREATE VIRTUAL TABLE "document_words" USING fts5(
    "text", "grams", content='document', content_rowid='id',
    tokenize="porter unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"
);
CREATE TRIGGER "document_insert" AFTER INSERT ON "document" BEGIN
    INSERT INTO "document_words"(rowid, "text", "grams") VALUES (new."id", new."text", new."grams");
END;
CREATE TRIGGER "document_delete" AFTER DELETE ON "document" BEGIN
    INSERT INTO "document_words"("document_words", rowid, "text", "grams")
    VALUES ('delete', old."id", old."text", old."grams");
END;
CREATE TRIGGER "document_update" AFTER UPDATE OF "text", "grams" ON "document" BEGIN
    INSERT INTO "document_words"("document_words", rowid, "text", "grams")
    VALUES ('delete', old."id", old."text", old."grams");
    INSERT INTO "document_words"(rowid, "text", "grams") VALUES (new."id", new."text", new."grams");
END;
"""


def up(migrator: Any, db: Any) -> None:
    for statement in statements(TABLES) + statements(FULL_TEXT):
        db.execute_sql(statement)


def statements(script: str) -> list[str]:
    """The statements of `script`; `executescript` would commit the migration's transaction half way."""
    complete: list[str] = []
    pending = ""
    for line in script.splitlines():
        pending += line + "\n"
        if pending.strip() and sqlite3.complete_statement(pending):
            complete.append(pending.strip())
            pending = ""
    return complete
