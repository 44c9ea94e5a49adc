import { ConflictError } from '@atrium/host/errors';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Store } from '../database/schema.ts';
import { findDefaultDomainId, insertDomain, lockDefaultDomain } from './domain.repository.ts';
import type { Passwords } from './password.service.ts';
import { findUserByUsername, insertUser } from './user.repository.ts';

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
  const passwordHash = await parts.passwords.hash(credentials.password);
  return db.transaction().execute(async (store) => {
    const { domainId, isNew } = await ensurePlatformDomain(store, parts);
    if (!isNew) return undefined;
    await insertAdministrator(store, parts, domainId, FIRST_USERNAME, passwordHash);
    return credentials;
  });
}

/** Another administrator in the platform's own domain, for the operator's command line. */
export async function createAdministrator(
  db: Store,
  parts: AdministratorParts & { audit: Audit },
  { username, password }: Credentials,
): Promise<void> {
  const passwordHash = await parts.passwords.hash(password);
  await db.transaction().execute(async (store) => {
    const { domainId } = await ensurePlatformDomain(store, parts);
    if (await findUserByUsername(store, username)) {
      throw new ConflictError(`A user "${username}" already exists.`);
    }
    const userId = await insertAdministrator(store, parts, domainId, username, passwordHash);
    await parts.audit.record(store, {
      caller: { userId: null, domainId },
      action: 'account.create-admin',
      message: `The operator created the administrator ${username}`,
      after: { userId, username, isAdmin: true },
    });
  });
}

async function ensurePlatformDomain(
  store: Store,
  { clock, random }: AdministratorParts,
): Promise<{ domainId: string; isNew: boolean }> {
  await lockDefaultDomain(store);
  const existing = await findDefaultDomainId(store);
  if (existing) return { domainId: existing, isNew: false };
  const domainId = random.id();
  await insertDomain(store, {
    id: domainId,
    name: PLATFORM_DOMAIN,
    isDefault: true,
    createdOn: clock.now(),
  });
  return { domainId, isNew: true };
}

async function insertAdministrator(
  store: Store,
  { clock, random }: AdministratorParts,
  domainId: string,
  username: string,
  passwordHash: string,
): Promise<string> {
  const userId = random.id();
  await insertUser(store, {
    id: userId,
    domainId,
    username,
    email: `${username.toLowerCase()}@localhost`,
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
