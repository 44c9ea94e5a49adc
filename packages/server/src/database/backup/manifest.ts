import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SecretKey } from '@atrium/host/secret-key';
import { StartError } from '@atrium/host/start-error';
import { z } from 'zod';
import { SCHEMAS } from './database-catalog.ts';
import { refuseUnreadable } from './unreadable.ts';

const MANIFEST = 'manifest.json';
/** Format that `sha256sum` writes and verifies. */
const CHECKSUM = 'manifest.sha256';
/**
 * Covers the manifest, and through it every file: it cannot be forged without the secret key, even with write access to
 * the folder.
 */
const KEYED_CHECKSUM = 'manifest.hmac';

/** Another one is refused by name. */
export const FORMAT = 2;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** A name in the folder of the backup, never a path out of it. */
const FileName = z.string().regex(/^[\w-][\w.-]*$/);
const Content = { file: FileName, bytes: z.int(), sha256: Sha256 };
const Schema = z.enum(SCHEMAS);
const Migrations = z.array(z.object({ name: z.string(), checksum: Sha256 }));

/** Content of a backup. Sizes and checksums are of uncompressed content. */
const Manifest = z.object({
  format: z.literal(FORMAT),
  atrium: z.string(),
  postgres: z.string(),
  createdOn: z.iso.datetime(),
  /**
   * Database on a server that was backed up; it differs from a database restored from it. Absent if the role of the
   * connection may not read it.
   */
  installation: z.string().optional(),
  /** The key that the secrets in it are encrypted under; the key itself is not in it. */
  secretKeyId: z.string().nullable(),
  migrations: z.object({ public: Migrations, runtime: Migrations }),
  /** The queue's tables; their statements come from the release. */
  queue: z.object({ version: z.int() }),
  tables: z.array(
    z.object({
      schema: Schema,
      name: z.string(),
      columns: z.array(z.string()),
      partOf: z.object({ table: z.string(), bound: z.string() }).optional(),
      rows: z.int(),
      ...Content,
    }),
  ),
  sequences: z.array(z.object({ schema: Schema, name: z.string(), lastValue: z.string().regex(/^-?\d+$/) })),
  /** Usage that had not reached the database. */
  usage: z.array(z.object({ segment: FileName, ...Content })),
});
export type Manifest = z.infer<typeof Manifest>;

/** Without a key, as before the first start has made one, there is no keyed checksum. */
export async function writeManifest(folder: string, manifest: Manifest, key?: SecretKey): Promise<void> {
  // An unreadable manifest has to fail now, and not on the day of the restore.
  const text = `${JSON.stringify(Manifest.parse(manifest), undefined, 1)}\n`;
  // Flushed like the contents: without them the folder is no backup.
  const options = { mode: 0o600, flush: true };
  await writeFile(join(folder, MANIFEST), text, options);
  await writeFile(join(folder, CHECKSUM), `${sha256(text)}  ${MANIFEST}\n`, options);
  if (key === undefined) return;
  await writeFile(join(folder, KEYED_CHECKSUM), `${key.id} ${keyedChecksum(key, text)}\n`, options);
}

/** Throws one sentence unless the folder holds the manifest of a backup, unchanged. */
export async function readManifest(folder: string): Promise<Manifest> {
  return (await readManifestText(folder)).manifest;
}

/** Whether someone with the secret key made the backup: undefined if no keyed checksum is there. */
type Origin = { keyId: string; isKnown: boolean } | undefined;

/** Reads the manifest and its origin. Throws one sentence if its keyed checksum does not match the local key. */
export async function readOrigin(
  folder: string,
  keys: readonly SecretKey[],
): Promise<{ manifest: Manifest; origin: Origin }> {
  const { manifest, text } = await readManifestText(folder);
  const line = await readFile(join(folder, KEYED_CHECKSUM), 'utf8').catch((error: unknown) => {
    refuseUnreadable(folder, error);
  });
  if (line === undefined) return { manifest, origin: undefined };
  const [keyId = '', checksum = ''] = line.trim().split(' ');
  const key = keys.find(({ id }) => id === keyId);
  if (key === undefined) return { manifest, origin: { keyId, isKnown: false } };
  const [stored, computed] = [Buffer.from(checksum), Buffer.from(keyedChecksum(key, text))];
  if (stored.length === computed.length && timingSafeEqual(stored, computed))
    return { manifest, origin: { keyId, isKnown: true } };
  throw new StartError(
    `The backup ${folder} was changed by someone without the secret key ${keyId}: ${KEYED_CHECKSUM} is not its keyed checksum. Restore another one, and find out who can write there.`,
  );
}

async function readManifestText(folder: string): Promise<{ manifest: Manifest; text: string }> {
  const [text, checksum] = await Promise.all([
    readFile(join(folder, MANIFEST), 'utf8'),
    readFile(join(folder, CHECKSUM), 'utf8'),
  ]).catch((error: unknown) => {
    refuseUnreadable(folder, error);
    throw new StartError(`${folder} is not a whole backup of Atrium: it has no ${MANIFEST} with a checksum.`);
  });
  if (!checksum.startsWith(sha256(text))) {
    throw new StartError(`The backup ${folder} is damaged: ${MANIFEST} was changed.`);
  }
  const { format } = JSON.parse(text) as { format: unknown };
  if (format !== FORMAT) {
    throw new StartError(
      `The backup ${folder} has the format ${String(format)}, which this Atrium does not read.`,
    );
  }
  const read = Manifest.safeParse(JSON.parse(text));
  if (read.success) return { manifest: read.data, text };
  const where = read.error.issues[0]?.path.join('.') ?? '';
  throw new StartError(`The backup ${folder} is damaged: ${MANIFEST} has something else at ${where}.`);
}

function keyedChecksum(key: SecretKey, text: string): string {
  return createHmac('sha256', key.backupKey).update(text).digest('hex');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
