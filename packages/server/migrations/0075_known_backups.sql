-- compatible: a column that may be null; wishes of releases before this one are compared by their times, as until now.
-- The backups that the key of a submit had when its wish was noted: what is none of them was submitted for it, whichever machine
-- dated it.
alter table return_wishes add column known_backups uuid[];
