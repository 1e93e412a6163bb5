-- The head of each log arbitrates: an append moves last_seq on, or it is stale.
create table logs (
  log text primary key not null,
  last_seq integer not null,
  last_append real not null
) strict, without rowid;
create index logs_by_last_append on logs (last_append);

create table entries (
  log text not null,
  seq integer not null,
  body blob not null,
  primary key (log, seq)
) strict, without rowid;

create table secrets (
  log text not null,
  name text not null,
  body blob not null,
  primary key (log, name)
) strict, without rowid;

create table documents (
  kind text not null,
  key text not null,
  body blob not null,
  expires real,
  primary key (kind, key)
) strict, without rowid;
create index documents_by_expiry on documents (expires) where expires is not null;
