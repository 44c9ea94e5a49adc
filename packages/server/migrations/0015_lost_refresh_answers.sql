-- For which token one was given: of those given for the same, only one may be used.
alter table refresh_tokens add column given_for bytea;
create index refresh_tokens_given_for on refresh_tokens (given_for) where given_for is not null;
