-- compatible: releases before this one leave it empty, and note a restore that was cut off as no undo, as until now.
-- The version that a restore undoes, for the process that notes its outcome after the one that asked for it has died.
alter table backups add column undone_version integer;
