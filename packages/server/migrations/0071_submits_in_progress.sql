-- compatible: columns that may be null; to releases before this one, a submit or a return is an import.
-- What an import is: the submit of a pull, or the return to a version; null for JSON bodies.
alter table git_operations add column import_kind text check (import_kind in ('SUBMIT', 'RETURN'));
-- What it is about, and what came out, in words.
alter table git_operations add column about text;
alter table git_operations add column outcome text;
