-- The free tier is given once for each card, whoever registers with it. The fingerprint is the provider's own: the same
-- for the same number, and nothing that the number can be read from.
create table free_tier_cards (
  provider text not null,
  fingerprint text not null,
  domain_id uuid not null references domains (id),
  user_id uuid not null references users (id),
  given_on timestamptz not null,
  primary key (provider, fingerprint)
);

alter table test_provider_tokens add column fingerprint text not null default '';
