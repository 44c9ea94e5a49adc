-- compatible: a new table; processes of the release before begin each look at budgets anew.
-- How far the look at the budgets of a month has come. One that was ended goes on from there; without a row, the next one begins.
create table budget_walks (
  month text primary key,
  after_user_id uuid not null
);
