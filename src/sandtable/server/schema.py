"""What is kept in the database. Times are seconds since 1970; whatever is only read as a whole is one text of JSON."""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

users = Table(
    "users",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),  # guest, named, account, bot
    Column("name", Text, nullable=False),
    Column("login", Text, unique=True),  # the name in small letters, for accounts only
    Column("password", Text),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("banned", Boolean, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", Text, primary_key=True),  # keyed hash
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", Text, nullable=False),  # cookie, key
    Column("label", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("expires", Float, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("host", Text, nullable=False, index=True),
    Column("status", Text, nullable=False),  # lobby, playing, over
    Column("listed", Boolean, nullable=False),  # anybody may find it in the lists
    Column("archived", Boolean, nullable=False),
    Column("version", Integer, nullable=False),  # one writer: every change raises it by one or is refused
    Column("ask", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("wake", Float),  # when a clock or a bot needs attention
    Column("secret", Text, nullable=False),  # of the dice
    Column("facts", Text, nullable=False),
)
Index("tables_by_wake", tables.c.wake)
Index("tables_by_updated", tables.c.updated, tables.c.id)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("name", Text, primary_key=True),
    Column("place", Integer, nullable=False),
    Column("user_id", Text, index=True),
    Column("invite", Text, unique=True),  # keyed hash of the token of a seat link
    Column("facts", Text, nullable=False),
)

journal = Table(
    "journal",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("ask", Integer, nullable=False),
    Column("seat", Text, nullable=False),
    Column("key", Text),
    Column("entry", Text, nullable=False),
    Column("link", Text, nullable=False),
    UniqueConstraint("table_id", "seat", "key", name="journal_once"),
)

messages = Table(
    "messages",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("audience", Text),  # names of seats between spaces; null: everyone, watchers too
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
)

notes = Table(
    "notes",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("text", Text, nullable=False),
    Column("updated", Float, nullable=False),
)

channels = Table(
    "channels",
    metadata,
    Column("id", Text, primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", Text, nullable=False),  # email, push, apprise
    Column("address", Text, nullable=False),
    Column("games", Text, nullable=False),  # names of games between spaces; empty: all
    Column("error", Text, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("last", Float),
)

outbox = Table(
    "outbox",
    metadata,
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("due", Float, nullable=False, index=True),
    Column("text", Text, nullable=False),
)

attempts = Table(
    "attempts",
    metadata,
    Column("span", Integer, primary_key=True),  # the number of the minute, or whatever the limit counts by
    Column("who", Text, primary_key=True),  # keyed hash of an address
    Column("times", Integer, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("who", Text, primary_key=True),  # a user, or bot:<name>
    Column("game", Text, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)
