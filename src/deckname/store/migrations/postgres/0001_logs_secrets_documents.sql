-- The head of each log arbitrates: an append moves last_seq on, or it is stale.
create table deckname.logs (
  log text collate "C" primary key,
  last_seq bigint not null,
  last_append double precision not null
);
create index logs_by_last_append on deckname.logs (last_append);

create table deckname.entries (
  log text collate "C" not null,
  seq bigint not null,
  body bytea not null,
  token bigint not null, -- which append this came with: so whoever lost the connection can find out
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
