import type { Notifications } from '@atrium/host/database/notifications';
import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import type { Events } from '../events/events.ts';
import type { FunctionsUrl } from '../functions-url.ts';
import type { PublicUrl } from '../http/public-url.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Limits } from '../limits/limit.service.ts';
import type { Mails } from '../mail/mail.service.ts';
import type { IdentityClient } from '../providers/identity/identity-client.ts';
import { isPublished } from '../public-address.ts';
import type { Secrets } from '../secrets/secrets.service.ts';
import { Devices } from './devices/device.service.ts';
import { DeviceNotices } from './devices/device-notice.service.ts';
import { KnownDevices } from './devices/known-device.service.ts';
import { ReportedChanges } from './devices/reported-change.service.ts';
import { SignInReports, type SignInReportsParts } from './devices/sign-in-report.service.ts';
import { DomainConfigs } from './domains/domain-config.service.ts';
import { DomainDirectory } from './domains/domain-directory.service.ts';
import { FunctionHosts } from './domains/function-host.service.ts';
import { IdentityProviders } from './identity-providers/identity-provider.service.ts';
import { OwnIdentities } from './identity-providers/own-identity.service.ts';
import { ProviderAttempts } from './identity-providers/provider-attempt.service.ts';
import { ProviderSignIns } from './identity-providers/provider-sign-in.service.ts';
import { ProviderUsers } from './identity-providers/provider-user.service.ts';
import { AccountMails } from './mails/account-mail.service.ts';
import { AdministratorRights } from './people/administrator-right.service.ts';
import { Children } from './people/child.service.ts';
import { People } from './people/people.service.ts';
import { Permissions } from './people/permission.service.ts';
import { Profiles } from './people/profile.service.ts';
import { Roles } from './people/role.service.ts';
import { Authenticators } from './second-factors/authenticator.service.ts';
import { FactorResets } from './second-factors/factor-reset.service.ts';
import { FactorSignIns } from './second-factors/factor-sign-in.service.ts';
import { OwnFactors } from './second-factors/own-factor.service.ts';
import { Passkeys } from './second-factors/passkey.service.ts';
import { RecoveryCodes } from './second-factors/recovery-code.service.ts';
import { SecondFactors } from './second-factors/second-factor.service.ts';
import { SignInChallenges } from './second-factors/sign-in-challenge.service.ts';
import { SignInRequirements } from './second-factors/sign-in-requirement.service.ts';
import { EndedSessions } from './sessions/ended-session.service.ts';
import { OpenedSessions } from './sessions/opened-session.service.ts';
import { OtherSessions } from './sessions/other-session.service.ts';
import { Sessions } from './sessions/session.service.ts';
import { SessionGuesses } from './sessions/session-guess.service.ts';
import type { Tokens } from './sessions/token.service.ts';
import { AttemptLimits } from './sign-in/attempt-limit.service.ts';
import { Confirmations } from './sign-in/confirmation.service.ts';
import { OneTimeTokens } from './sign-in/one-time-token.service.ts';
import { OwnPasswords } from './sign-in/own-password.service.ts';
import { Passwords } from './sign-in/password.service.ts';
import { PasswordResets, type PasswordResetsParts } from './sign-in/password-reset.service.ts';
import { Registrations } from './sign-in/registration.service.ts';
import { SignIns } from './sign-in/sign-in.service.ts';
import { SignInLog } from './sign-in/sign-in-log.service.ts';
import { AccountClosings, type AccountClosingsParts } from './support/account-closing.service.ts';
import { Acting } from './support/acting.service.ts';
import { DomainHelp } from './support/domain-help.service.ts';
import { DomainLocks } from './support/domain-lock.service.ts';

export interface AccountsParts {
  config: Pick<Config, 'administratorsNeedFactor' | 'publicUrl'>;
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  secrets: Secrets;
  tokens: Tokens;
  audit: Audit;
  domainLimits: Limits;
  jobs: Jobs;
  events: Events;
  mail: Mails;
  notifications: Notifications;
  publicUrl: PublicUrl;
  functionsUrl: FunctionsUrl;
  identityClient: IdentityClient;
  passwords?: Passwords | undefined;
  /** Deletes the access keys that a person has got since a time; returns their names. */
  deleteKeysSince: SignInReportsParts['deleteKeysSince'];
  deleteAllowedKeys: PasswordResetsParts['deleteAllowedKeys'];
}

/** Everything about users: the services of this area, wired to each other. */
export interface Accounts {
  attempts: AttemptLimits;
  permissions: Permissions;
  passwords: Passwords;
  sessions: Sessions;
  otherSessions: OtherSessions;
  openedSessions: OpenedSessions;
  devices: Devices;
  endedSessions: EndedSessions;
  confirmations: Confirmations;
  signIns: SignIns;
  signInReports: SignInReports;
  factorSignIns: FactorSignIns;
  identityProviders: IdentityProviders;
  providerSignIns: ProviderSignIns;
  ownIdentities: OwnIdentities;
  secondFactors: SecondFactors;
  factorResets: FactorResets;
  requirements: SignInRequirements;
  registrations: Registrations;
  passwordResets: PasswordResets;
  profiles: Profiles;
  children: Children;
  roles: Roles;
  mails: AccountMails;
  people: People;
  domainConfigs: DomainConfigs;
  /** Creates the closing of accounts, once the other areas can report the consequences. */
  createClosings: (
    others: Pick<AccountClosingsParts, 'describeOwed' | 'endCharges' | 'findAmounts'>,
  ) => AccountClosings;
  directory: DomainDirectory;
  functionHosts: FunctionHosts;
  locks: DomainLocks;
  help: DomainHelp;
  acting: Acting;
  administratorRights: AdministratorRights;
}

export function createAccounts({
  notifications,
  publicUrl,
  functionsUrl,
  jobs,
  mail,
  tokens,
  events,
  config,
  secrets,
  domainLimits,
  identityClient,
  deleteKeysSince,
  deleteAllowedKeys,
  ...parts
}: AccountsParts): Accounts {
  const { db, clock, random, audit } = parts;
  const passwords = parts.passwords ?? new Passwords();
  const limits = new AttemptLimits({ clock, isPublished: isPublished(config.publicUrl) });
  const oneTimeTokens = new OneTimeTokens({ clock, random });
  const permissions = new Permissions({ db, notifications });
  const devices = new KnownDevices({ clock, random });
  const openedSessions = new OpenedSessions({ clock, oneTimeTokens });
  const guesses = new SessionGuesses({ db, audit, limits, openedSessions });
  const ownPasswords = new OwnPasswords({ passwords, guesses });
  const mails = new AccountMails({ mail, oneTimeTokens });
  const deviceNotices = new DeviceNotices({ clock, mails });
  const locks = new DomainLocks({ db, clock, audit });
  const sessions = new Sessions({
    db,
    tokens,
    clock,
    random,
    audit,
    devices,
    deviceNotices,
    permissions,
    locks,
  });
  const all = {
    db,
    clock,
    random,
    audit,
    passwords,
    ownPasswords,
    limits,
    oneTimeTokens,
    mails,
    sessions,
    openedSessions,
    devices,
    signInLog: new SignInLog({ audit }),
  };
  const roles = new Roles({ db, clock, audit, events, permissions });
  const challenges = new SignInChallenges({ clock, random });
  const recoveryCodes = new RecoveryCodes({ clock, random });
  const requirements = new SignInRequirements({ db, audit, config });
  const factors = {
    challenges,
    recoveryCodes,
    requirements,
    authenticators: new Authenticators({ clock, random, secrets }),
    passkeys: new Passkeys({ clock, random, challenges, publicUrl }),
  };
  const ownFactors = new OwnFactors({ ...all, guesses, ...factors });
  const confirmations = new Confirmations({ ...all, ownFactors });
  const secondFactors = new SecondFactors({ ...all, ...factors });
  const factorSignIns = new FactorSignIns({ ...all, ...factors, secondFactors });
  const identity = { ...all, secrets, publicUrl, identityClient };
  const identityProviders = new IdentityProviders(identity);
  const reportedChanges = new ReportedChanges({ ...all, identityProviders, deleteKeysSince });
  const attempts = new ProviderAttempts({ ...identity, identityProviders });
  const providerUsers = new ProviderUsers({ ...all, roles, domainLimits });
  return {
    attempts: limits,
    permissions,
    roles,
    passwords,
    sessions,
    otherSessions: new OtherSessions(all),
    openedSessions,
    mails,
    devices: new Devices(all),
    endedSessions: new EndedSessions({ db, notifications, clock }),
    confirmations,
    signIns: new SignIns({ ...all, confirmations, factorSignIns }),
    signInReports: new SignInReports({ ...all, roles, reportedChanges, deleteKeysSince }),
    factorSignIns,
    identityProviders,
    providerSignIns: new ProviderSignIns({ ...all, secrets, attempts, providerUsers, factorSignIns }),
    ownIdentities: new OwnIdentities({ ...all, ...factors, attempts }),
    secondFactors,
    factorResets: new FactorResets({ ...all, recoveryCodes }),
    requirements,
    registrations: new Registrations(all),
    passwordResets: new PasswordResets({ ...all, deleteAllowedKeys }),
    profiles: new Profiles(all),
    children: new Children({ ...all, roles, domainLimits }),
    people: new People({ db }),
    domainConfigs: new DomainConfigs({ db }),
    createClosings: (others) => new AccountClosings({ ...all, ...others }),
    directory: new DomainDirectory({ db, clock }),
    functionHosts: new FunctionHosts({ db, clock, audit, functionsUrl }),
    locks,
    help: new DomainHelp({ db, clock, audit, mails }),
    acting: new Acting(all),
    administratorRights: new AdministratorRights(all),
  };
}
