create table listings (
  list text not null,
  key text not null,
  at real not null,
  body blob not null,
  primary key (list, key)
) strict, without rowid;
create index listings_by_time on listings (list, at, key);

-- What a log was up to the entry seq. That entry stays, empty, so that the numbers go on; those before it are gone.
create table snapshots (
  log text primary key not null,
  seq integer not null,
  body blob not null
) strict;

-- What earlier versions kept as documents. One that can't be read stays what it is.
create temporary table moving as
select kind, key, body, instr(key, '/') as slash,
  case
    when kind = 'listed' then expires - 86400
    when key glob '[^/]*/?*' and json_valid(cast(body as text)) then
      case when json_type(cast(body as text), '$.at') in ('integer', 'real') then cast(body as text) ->> '$.at' end
  end as at
from documents where kind in ('played', 'seat', 'listed');
delete from moving where at is null or abs(at) > 1e300;

insert into listings
select 'played/' || substr(key, 1, slash - 1), substr(key, slash + 1), at / 1000.0, body from moving where kind = 'played';
insert into listings -- the body said the table and the time, and nothing else
select 'tables/' || substr(key, 1, slash - 1), substr(key, slash + 1), at, x'' from moving where kind = 'seat';
insert into listings
select 'listed', key, at, body from moving where kind = 'listed';
delete from documents where (kind, key) in (select kind, key from moving);
drop table moving;
