-- Shares of the demo data that this database has, so that a second `npm run demo` fills nothing twice.
create table demo_seeds (
  name text primary key,
  filled_on timestamptz not null
);
