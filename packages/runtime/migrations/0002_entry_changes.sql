-- compatible: the release before writes no author. A person, or a call of a function for one; null for entries of the seed file.
alter table entry
  add column modified_by text,
  add column modified_service text,
  add column modified_function text,
  add column modified_call uuid;
