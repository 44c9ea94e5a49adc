-- compatible: the release before finds entries without the index, more slowly.
-- A document below the name of its collection, so that the index of all documents finds those of one collection only. The cost is
-- far above that of comparing a document, so that it is only called to write the index.
create function entry_within_collection(domain_id text, collection text, document jsonb) returns jsonb
  language plpgsql immutable cost 1000 as $$
begin
  return jsonb_build_object(domain_id || '/' || collection, document);
end $$;
drop index entry_document;
create index entry_document on entry using gin (
  entry_within_collection(domain_id, collection, document) jsonb_path_ops
);
