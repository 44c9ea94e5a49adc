-- Set where someone who is signed in connects a provider with their account; a sign-in has no user yet.
alter table provider_attempts add column user_id uuid references users (id) on delete cascade;
