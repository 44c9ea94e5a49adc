-- Who exchanged, told where the base of a merge is shown; not known of what was exchanged before.
alter table exchanges add column user_id uuid references users (id);
