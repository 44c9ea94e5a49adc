-- compatible: an index; attempts that failed are few.
-- What the provider's events are about, which may tell that an attempt has succeeded after its failure was recorded.
create index payments_failed on payments (provider_payment) where status = 'failed';
