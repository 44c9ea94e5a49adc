-- A run started with an Idempotency-Key is found by idempotency_keys, as every other answer.
alter table test_runs drop column idempotency_key, drop column request_hash;
