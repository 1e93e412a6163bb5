-- The primary key arbitrates: a number of a log is given once.
create table entries (
  log text not null,
  seq integer not null,
  body blob not null,
  at real not null, -- when it was appended
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
