-- compatible: a column with a default.
-- Whether a person's overview begins with the first steps.
alter table users add column first_steps text not null default 'open'
  check (first_steps in ('open', 'hidden', 'done'));
