import { ConflictError } from '@atrium/host/errors';
import { StartError } from '@atrium/host/start-error';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Store } from '../../database/schema.ts';
import { findDefaultDomainId, insertDomain, lockDefaultDomain } from '../domains/domain.repository.ts';
import { hasUsername } from '../domains/taken-name.repository.ts';
import { isGuessablePassword } from '../sign-in/guessable-password.ts';
import type { Passwords } from '../sign-in/password.service.ts';
import { insertUser } from './user.repository.ts';

const PLATFORM_DOMAIN = 'atrium';
const FIRST_USERNAME = 'admin';

export interface Credentials {
  username: string;
  password: string;
}

export interface AdministratorParts {
  clock: Clock;
  random: Random;
  passwords: Passwords;
}

/** On the very first start: the platform's own domain and its owner. Undefined at every later start. */
export async function createFirstAdministrator(
  db: Store,
  parts: AdministratorParts,
  givenPassword?: string,
): Promise<Credentials | undefined> {
  if (await findDefaultDomainId(db)) return undefined;
  const credentials = {
    username: FIRST_USERNAME,
    password: givenPassword ?? parts.random.token().slice(0, 20),
  };
  const passwordHash = await hashChecked(parts, credentials);
  return db.transaction().execute(async (transaction) => {
    const { domainId, isNew } = await ensurePlatformDomain(transaction, parts);
    if (!isNew) return undefined;
    await insertAdministrator(transaction, parts, domainId, FIRST_USERNAME, passwordHash);
    return credentials;
  });
}

/** Another administrator in the platform's own domain, for the operator's command line. */
export async function createAdministrator(
  db: Store,
  parts: AdministratorParts & { audit: Audit },
  { username, password }: Credentials,
): Promise<void> {
  const passwordHash = await hashChecked(parts, { username, password });
  await db.transaction().execute(async (transaction) => {
    const { domainId } = await ensurePlatformDomain(transaction, parts);
    if (await hasUsername(transaction, username)) {
      throw new ConflictError(`A user "${username}" already exists.`);
    }
    const userId = await insertAdministrator(transaction, parts, domainId, username, passwordHash);
    await parts.audit.record(transaction, {
      caller: { userId: null, domainId },
      action: 'account.create-admin',
      message: `The operator created the administrator ${username}`,
      after: { userId, username, isAdmin: true },
    });
  });
}

/** Passwords chosen by an operator have to meet the same rules. */
async function hashChecked(
  { passwords }: AdministratorParts,
  { username, password }: Credentials,
): Promise<string> {
  if (await isGuessablePassword(password, { username, email: emailOf(username) })) {
    throw new StartError('ATRIUM_ADMIN_PASSWORD is easy to guess. Please choose another password.');
  }
  return passwords.hash(password);
}

function emailOf(username: string): string {
  return `${username.toLowerCase()}@localhost`;
}

async function ensurePlatformDomain(
  transaction: Store,
  { clock, random }: AdministratorParts,
): Promise<{ domainId: string; isNew: boolean }> {
  await lockDefaultDomain(transaction);
  const existing = await findDefaultDomainId(transaction);
  if (existing) return { domainId: existing, isNew: false };
  const domainId = random.id();
  await insertDomain(transaction, {
    id: domainId,
    name: PLATFORM_DOMAIN,
    isDefault: true,
    createdOn: clock.now(),
  });
  return { domainId, isNew: true };
}

async function insertAdministrator(
  transaction: Store,
  { clock, random }: AdministratorParts,
  domainId: string,
  username: string,
  passwordHash: string,
): Promise<string> {
  const userId = random.id();
  await insertUser(transaction, {
    id: userId,
    domainId,
    username,
    email: emailOf(username),
    firstName: 'Platform',
    lastName: 'Administrator',
    passwordHash,
    isAdmin: true,
    roles: ['ROLE_DEV'],
    emailConfirmedOn: clock.now(),
    createdOn: clock.now(),
  });
  return userId;
}
