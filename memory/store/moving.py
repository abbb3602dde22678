"""The user says where something belongs. Nothing else moves a memory. Runs inside the store."""

from __future__ import annotations

from memory.errors import BadInput
from memory.store import conversations, current, documents, facts, history, ids, partitions, rivals
from memory.store.tables import Document, Episode, Fact
from memory.types import Kind, Partition, PartitionKind


def fact(number: int, partition: Partition) -> None:
    """The fact belongs to `partition`, with those it followed and those that followed it.

    NotFound; BadInput where a fact that holds there says the same, or gives another value to the same thing.
    """
    row = facts.get(number)
    home = partitions.number(partition)
    if current.holds(row) and row.partition != home:
        _refuse_rivals(row, home)
    for one in history.chain(number):
        Fact.update(partition=home, touched=True).where(Fact.id == one.id).execute()
        found = Document.get_or_none(Document.kind == Kind.FACT, Document.item == one.id)
        if found is not None:
            at = found.created_at
            documents.put(Kind.FACT, one.id, one.content, conversation=found.conversation, created_at=at)


def _refuse_rivals(row: Fact, home: int) -> None:
    known = facts.same(row.content, home)
    there_already = [one.id for one in rivals.ended_by(row, home)]
    if known is not None and facts.get(known).partition == home:
        there_already.append(known)
    if there_already:
        there = ids.show(Kind.FACT, there_already[-1])
        raise BadInput(f"{there} speaks of the same there", hint=f"/forget {there} first, or keep both where they are")


def conversation(number: int, kind: PartitionKind, partition: Partition) -> None:
    """The conversation belongs to another project or persona, with its turns and episodes; facts learnt of it stay."""
    home = partitions.number(partition)
    conversations.belongs(number, kind, home)
    Episode.update(conversation=number).where(Episode.conversation == number).execute()  # its version counts up
    documents.follow(number)
