create table deckname.listings (
  list text collate "C" not null,
  key text collate "C" not null,
  at double precision not null,
  body bytea not null,
  primary key (list, key)
);
create index listings_by_time on deckname.listings (list, at, key);

-- What a log was up to the entry seq. That entry stays, empty, so that the numbers go on and the next append can lock
-- it; those before it are gone. In place of the first there is an empty one with the token -1: its number stays taken,
-- and nothing can be appended to it.
create table deckname.snapshots (
  log text collate "C" primary key,
  seq bigint not null,
  body bytea not null,
  tokens bigint[] not null -- with which appends the last of those entries came: as in entries
);

-- What earlier versions kept as documents. One that can't be read stays what it is.
create function deckname.time_in(body bytea) returns double precision language plpgsql as $$
declare
  found json;
begin
  found := convert_from(body, 'UTF8')::json -> 'at';
  return case when json_typeof(found) = 'number' then found::text::double precision end;
exception when others then
  return null;
end
$$;

with moving as (
  delete from deckname.documents
  where kind = 'played' and key ~ '^[^/]+/.' and deckname.time_in(body) is not null returning key, body
)
insert into deckname.listings (list, key, at, body)
select 'played/' || split_part(key, '/', 1), substr(key, strpos(key, '/') + 1), deckname.time_in(body) / 1000, body
from moving;

with moving as (
  delete from deckname.documents
  where kind = 'seat' and key ~ '^[^/]+/.' and deckname.time_in(body) is not null returning key, body
)
insert into deckname.listings (list, key, at, body) -- the body said the table and the time, and nothing else
select 'tables/' || split_part(key, '/', 1), substr(key, strpos(key, '/') + 1), deckname.time_in(body), ''
from moving;

with moving as (
  delete from deckname.documents where kind = 'listed' and expires is not null returning key, body, expires
)
insert into deckname.listings (list, key, at, body)
select 'listed', key, expires - 86400, body from moving;

drop function deckname.time_in(bytea);
