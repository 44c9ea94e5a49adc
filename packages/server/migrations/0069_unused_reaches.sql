-- compatible: columns that releases before this one do not know. Nothing is deleted before it was unused for most of a day, and
-- an exchange of processes takes minutes.
-- since when nothing needs it; null while something does, and when a run has found it again
alter table reaches add column unused_since timestamptz;
alter table reached_files add column unused_since timestamptz;
