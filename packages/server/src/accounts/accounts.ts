import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Notifications } from '../database/notifications.ts';
import type { Database } from '../database/schema.ts';
import type { PublicUrl } from '../http/public-url.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { MailProvider } from '../providers/mail.ts';
import { type AccountMails, createAccountMails } from './account-mails.service.ts';
import { createAttemptLimits } from './attempt-limits.service.ts';
import { type Children, createChildren } from './children.service.ts';
import { createEndedSessions, type EndedSessions } from './ended-sessions.service.ts';
import { createOneTimeTokens } from './one-time-tokens.service.ts';
import { createPasswordResets, type PasswordResets } from './password-reset.service.ts';
import { createPasswords, type Passwords } from './passwords.service.ts';
import { createPeople, type People } from './people.service.ts';
import { createProfiles, type Profiles } from './profile.service.ts';
import { createRegistrations, type Registrations } from './registration.service.ts';
import { createSessions, type Sessions } from './sessions.service.ts';
import { createSignIns, type SignIns } from './sign-in.service.ts';
import type { Tokens } from './tokens.service.ts';

export interface AccountsParts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  tokens: Tokens;
  audit: Audit;
  jobs: Jobs;
  mail: MailProvider;
  notifications: Notifications;
  publicUrl: PublicUrl;
  passwords?: Passwords | undefined;
}

/** Everything about people: the services of this domain, wired to each other. */
export interface Accounts {
  passwords: Passwords;
  sessions: Sessions;
  endedSessions: EndedSessions;
  signIns: SignIns;
  registrations: Registrations;
  passwordResets: PasswordResets;
  profiles: Profiles;
  children: Children;
  mails: AccountMails;
  people: People;
}

export function createAccounts({
  notifications,
  publicUrl,
  jobs,
  mail,
  tokens,
  ...parts
}: AccountsParts): Accounts {
  const { db, clock, random, audit } = parts;
  const passwords = parts.passwords ?? createPasswords();
  const limits = createAttemptLimits(clock);
  const oneTimeTokens = createOneTimeTokens(clock, random);
  const sessions = createSessions({ db, tokens, clock, random, audit });
  const mails = createAccountMails({ db, jobs, mail, oneTimeTokens, limits, publicUrl });
  const all = { db, clock, random, audit, passwords, limits, oneTimeTokens, mails, sessions };
  return {
    passwords,
    sessions,
    mails,
    endedSessions: createEndedSessions(db, notifications, clock),
    signIns: createSignIns(all),
    registrations: createRegistrations(all),
    passwordResets: createPasswordResets(all),
    profiles: createProfiles(all),
    children: createChildren(all),
    people: createPeople(db),
  };
}
