import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { DEFAULT_SELLER } from '@atrium/contract/billing/seller';
import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { SignJWT } from 'jose';
import type pg from 'pg';
import { type Caller, call } from './administrator.ts';
import { fillLog } from './logged-calls.ts';
import { fillUsageSums } from './usage-sums.ts';

/** Contents of the large domain. */
export const LARGE = {
  files: 100_000,
  children: 1_000,
  invoices: 10_000,
  logEntries: 10_000_000,
  loggedCalls: 200_000,
};

export interface Owner {
  domainId: string;
  userId: string;
}

export async function findOwner(db: pg.Client, name: string): Promise<Owner | undefined> {
  const { rows } = await db.query<Owner>(
    'select id as "userId", domain_id as "domainId" from users where username = $1',
    [name],
  );
  return rows[0];
}

export async function makeOwner(db: pg.Client, name: string): Promise<Owner> {
  const [domainId, userId] = [randomUUID(), randomUUID()];
  await db.query('insert into domains (id, name, created_on) values ($1, $2, now())', [domainId, name]);
  await db.query(
    `insert into users (id, domain_id, username, email, first_name, last_name, email_confirmed_on, created_on)
     values ($1, $2, $3, $3 || '@example.com', 'Ada', 'Lovelace', now(), now())`,
    [userId, domainId, name],
  );
  return { domainId, userId };
}

/** Signs tokens for a person, with an access key that an administrator gives them. */
export async function makeSigner(administrator: Caller, userId: string): Promise<() => Promise<string>> {
  const keyId = `bench-${randomUUID()}`;
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  await call(administrator, 'POST', '/console/v1/public-key', { id: keyId, key, userId });
  return () =>
    new SignJWT({})
      .setProtectedHeader({ alg: 'EdDSA', kid: keyId })
      .setAudience('atrium')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
}

export async function fillLarge(db: pg.Client, owner: Owner): Promise<void> {
  await fillPeople(db, owner, LARGE.children);
  await fillFiles(db, owner, LARGE.files);
  await fillUsage(db, owner);
  await fillInvoices(db, owner, LARGE.invoices);
  await fillLogEntries(db, owner, LARGE.logEntries);
  await fillLog(db, LARGE.loggedCalls, owner.domainId);
  await db.query('vacuum analyze');
}

export function fillPeople(db: pg.Client, { domainId, userId }: Owner, count: number) {
  return db.query(
    `insert into users (id, domain_id, parent_id, username, email, first_name, last_name, roles,
       email_confirmed_on, created_on)
     select gen_random_uuid(), $1::uuid, $2, name, name || '@example.com', 'Child', 'No ' || n,
       '{ROLE_DEV}', now(), now()
     from generate_series(1, $3::int) n, lateral (select 'child-' || left($1::uuid::text, 8) || '-' || n as name) named`,
    [domainId, userId, count],
  );
}

const FILES_AT_ONCE = 10_000;
const FILES_PER_FOLDER = 100;

/** Functions of hyper-dispatch in one version, whose checksums it returns by path. */
export async function fillFiles(
  db: pg.Client,
  { domainId }: Owner,
  count: number,
): Promise<Map<string, string>> {
  await db.query(`insert into runtime.configuration values ($1, 'hyper-dispatch', 1)`, [domainId]);
  await db.query(
    `insert into runtime.version (domain_id, service_id, version, created_on, message, files_count, changes_count)
     values ($1, 'hyper-dispatch', 1, now(), 'Filled', $2, $2)`,
    [domainId, count],
  );
  const filled = new Map<string, string>();
  for (let from = 0; from < count; from += FILES_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(FILES_AT_ONCE, count - from) }, (_, index) => from + index);
    const contents = numbers.map((n) => `export default (input) => ({ ...input, n: ${n} });\n`);
    const checksums = contents.map((content) => blobId(content));
    const folders = numbers.map((n) => `functions/group${Math.floor(n / FILES_PER_FOLDER)}`);
    const names = numbers.map((n) => `file${n}.js`);
    await db.query(
      `insert into runtime.blob select $1, checksum, convert_to(content, 'UTF8')
       from unnest($2::text[], $3::text[]) made(checksum, content)`,
      [domainId, checksums, contents],
    );
    await db.query(
      `insert into runtime.file
         (domain_id, service_id, folder_path, name, folded_path, from_version, checksum, modified_on)
       select $1, 'hyper-dispatch', folder, name, folder || '/' || name, 1, checksum, now()
       from unnest($2::text[], $3::text[], $4::text[]) made(folder, name, checksum)`,
      [domainId, folders, names, checksums],
    );
    checksums.forEach((checksum, at) => filled.set(`${folders[at]}/${names[at]}`, checksum));
  }
  return filled;
}

/** Two functions of each child user, each day of this month and the one before. */
async function fillUsage(db: pg.Client, { domainId, userId }: Owner): Promise<void> {
  await db.query(
    `insert into usage_days
     select $1, $2, id, day, day, 'hyper-dispatch', 'invoke', 'function-' || function, 1, 10, 0, 0
     from users, generate_series(1, 2) function,
       generate_series(date_trunc('month', now() - interval '1 month')::date, now()::date, '1 day') day
     where domain_id = $1`,
    [domainId, userId],
  );
  await fillUsageSums(db);
}

/** One a month; all but the last two are paid. */
export function fillInvoices(db: pg.Client, { domainId, userId }: Owner, count: number) {
  return db.query(
    `insert into invoices (id, number, domain_id, user_id, month, period_start, period_end, created_on, due_date,
       currency, grand_total_cents, discount_cents, services, seller, paid_on)
     select gen_random_uuid(), $1::text || n, $1::uuid, $2, to_char(first, 'YYYY-MM'), first, first + 27, first, first, 'usd', 100,
       0, '[]', $4, case when n > 2 then first end
     from generate_series(1, $3::int) n, lateral (select (date '2026-10-01' - n * interval '1 month')::date as first) month`,
    [domainId, userId, count, DEFAULT_SELLER],
  );
}

const LOG_ENTRIES_AT_ONCE = 1_000_000;

/** An entry every six seconds, spread over almost two years. */
export async function fillLogEntries(
  db: pg.Client,
  { domainId, userId }: Owner,
  count: number,
): Promise<void> {
  for (let from = 0; from < count; from += LOG_ENTRIES_AT_ONCE) {
    await db.query(
      `insert into log_entries (id, created_on, domain_id, user_id, action, message, after)
       select gen_random_uuid(), now() - n * interval '6 seconds', $1::uuid, $2::uuid,
         (array['configuration.import', 'account.sign-in', 'test-run.start', 'access-key.create'])[1 + n % 4],
         'Something was changed by step ' || n, '{"version": 7}'
       from generate_series($3::int + 1, $4::int) n`,
      [domainId, userId, from, Math.min(count, from + LOG_ENTRIES_AT_ONCE)],
    );
  }
}
