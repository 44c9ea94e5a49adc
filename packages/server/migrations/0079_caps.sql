-- compatible: a column with a default; releases before this one stop nothing, and keep what it says.
-- What is stopped while the amount is reached: a list of {serviceId, function}, where null stands for all functions.
alter table budgets add column stops jsonb not null default '[]' check (jsonb_typeof(stops) = 'array');
