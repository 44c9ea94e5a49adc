-- compatible: a column with a default; to the release before, who joins by a provider meanwhile has not accepted an invitation yet.
-- An address that the identity provider of a domain states is known by it in that domain only: it blocks no one else, and gets
-- mails once it was confirmed by one. Those who joined before keep getting theirs.
alter table users add column email_stated boolean not null default false;

drop index users_email;
update users set email_stated = true
 where password_hash is null and email_confirmed_on is not null and exists (
   select from identities join identity_providers on identity_providers.id = identities.provider_id
    where identities.user_id = users.id and identity_providers.domain_id = users.domain_id);

create unique index users_email on users (lower(email))
  where removed_on is null and email_confirmed_on is not null and not email_stated;
create unique index users_stated_email on users (domain_id, lower(email)) where removed_on is null and email_stated;
create index users_stated_email_anywhere on users (lower(email)) where removed_on is null and email_stated;
