-- A session that an administrator opened as a customer in their own browser: stopping it leads back to the one that opened it.
alter table sessions add column is_acting boolean not null default false;
alter table sessions add check (not is_acting or (impersonator_id is not null and opened_by_session_id is not null));

-- Access tokens name who acts in another claim from now on: those from before would count as the person's own.
update sessions set ended_on = now(), ended_because = 'signed in as by another person, before tokens named them as acting'
  where impersonator_id is not null and ended_on is null;
