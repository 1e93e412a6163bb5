-- The primary key arbitrates: a number of a log is given once.
create table deckname.entries (
  log text collate "C" not null,
  seq bigint not null,
  body bytea not null,
  at double precision not null, -- when it was appended
  token bigint not null, -- with which append it came: so whoever lost the connection can find out
  primary key (log, seq)
);

create table deckname.secrets (
  log text collate "C" not null,
  name text collate "C" not null,
  body bytea not null,
  primary key (log, name)
);

create table deckname.documents (
  kind text collate "C" not null,
  key text collate "C" not null,
  body bytea not null,
  expires double precision,
  primary key (kind, key)
);
create index documents_by_expiry on deckname.documents (expires) where expires is not null;
