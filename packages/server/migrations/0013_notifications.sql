-- breaking: the release before reads and writes the tables that these replace.

-- Receivers of notifications: of a domain, or of a person. That of a person's e-mail has the id of the person.
create table notification_channels (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  user_id uuid references users (id),
  -- its place among the few that its owner may have; 0 for e-mail
  position smallint not null,
  kind text not null check (kind in ('EMAIL', 'WEBHOOK', 'SLACK', 'TEAMS', 'DISCORD')),
  name text not null,
  -- of a chat only its host and last characters
  address text not null,
  -- sealed; null for e-mail
  secret text,
  digest text not null default 'AT_ONCE' check (digest in ('AT_ONCE', 'HOURLY', 'DAILY')),
  digest_minute smallint not null default 480,
  quiet_from smallint,
  quiet_until smallint,
  time_zone text not null default 'UTC',
  created_by uuid not null references users (id),
  created_on timestamptz not null,
  check ((kind = 'EMAIL') = (secret is null)),
  check ((quiet_from is null) = (quiet_until is null))
);
create unique index notification_channels_place on notification_channels (domain_id, user_id, position) nulls not distinct;

create table notification_rules (
  channel_id uuid not null references notification_channels (id) on delete cascade,
  domain_id uuid not null references domains (id),
  reason text not null,
  threshold double precision,
  primary key (channel_id, reason)
);
create index notification_rules_reason on notification_rules (domain_id, reason);

create table notifications (
  id uuid primary key,
  domain_id uuid not null references domains (id),
  -- null: all channels with a rule for the reason
  channel_id uuid references notification_channels (id) on delete cascade,
  reason text not null,
  -- one event is told once
  key text not null,
  subject_id uuid,
  facts jsonb not null,
  created_on timestamptz not null,
  -- null until its messages are queued
  told_on timestamptz,
  unique (domain_id, key)
);
create index notifications_untold on notifications (created_on) where told_on is null;
create index notifications_created on notifications (created_on);
create index notifications_channel on notifications (channel_id) where channel_id is not null;

-- What waits for the end of quiet hours, or for a digest.
create table held_notifications (
  channel_id uuid not null references notification_channels (id) on delete cascade,
  notification_id uuid not null references notifications (id) on delete cascade,
  domain_id uuid not null references domains (id),
  due_on timestamptz not null,
  primary key (channel_id, notification_id)
);
create index held_notifications_due on held_notifications (due_on);
create index held_notifications_notification on held_notifications (notification_id);

-- Thresholds that are exceeded: each is told once, until it is no longer exceeded.
create table notification_states (
  channel_id uuid not null references notification_channels (id) on delete cascade,
  domain_id uuid not null references domains (id),
  reason text not null,
  subject text not null,
  since timestamptz not null,
  primary key (channel_id, reason, subject)
);

-- Notices of test runs become channels with the two reasons about tests.
insert into notification_channels (id, domain_id, user_id, position, kind, name, address, secret, created_by, created_on)
select id, domain_id, null, position, 'WEBHOOK', 'Webhook ' || position, url, secret, created_by, created_on from webhooks;
insert into notification_channels (id, domain_id, user_id, position, kind, name, address, secret, created_by, created_on)
select user_id, domain_id, user_id, 0, 'EMAIL', 'E-mail', '', null, user_id, min(created_on) from notice_people
group by user_id, domain_id;
insert into notification_rules (channel_id, domain_id, reason)
select id, domain_id, reason from notification_channels cross join unnest(array['tests-failed', 'tests-recovered']) as reason;
update outbox_deliveries set event = case event when 'first-failure' then 'tests-failed' when 'recovery' then 'tests-recovered' else event end
where kind = 'webhook';

drop table run_notices;
drop table notice_people;
drop table webhooks;
