import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '@atrium/host/start-error';
import { z } from 'zod';
import { refuseUnreadable } from './unreadable.ts';

const MANIFEST = 'manifest.json';
/** As `sha256sum` writes and checks it. */
const CHECKSUM = 'manifest.sha256';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** A name in the folder of the backup, never a path out of it. */
const FileName = z.string().regex(/^[\w-][\w.-]*$/);
const Content = { file: FileName, bytes: z.int(), sha256: Sha256 };
const Migrations = z.array(z.object({ name: z.string(), checksum: Sha256 }));

/** What a backup holds. Sizes and checksums are those of the contents, before they are compressed. */
const Manifest = z.object({
  format: z.literal(1),
  atrium: z.string(),
  postgres: z.string(),
  createdOn: z.iso.datetime(),
  /** Whose it is: a database on a server, other than the one that is restored from it. Releases before this one did not say. */
  installation: z.string().optional(),
  /** The key that the secrets in it are encrypted under; the key itself is not in it. */
  secretKeyId: z.string().nullable(),
  migrations: z.object({ public: Migrations, runtime: Migrations }),
  /** The statements that make the queue's tables as they were: its own library only knows how to make newer ones. */
  queue: z.object(Content),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      partOf: z.object({ table: z.string(), bound: z.string() }).optional(),
      rows: z.int(),
      ...Content,
    }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), lastValue: z.string() })),
  /** Usage that had not reached the database. */
  usage: z.array(z.object({ segment: FileName, ...Content })),
});
export type Manifest = z.infer<typeof Manifest>;

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  // What could not be read again is refused now, and not on the day of the restore.
  const text = `${JSON.stringify(Manifest.parse(manifest), undefined, 1)}\n`;
  // Flushed like the contents: without them the folder is no backup.
  const options = { mode: 0o600, flush: true };
  await writeFile(join(folder, MANIFEST), text, options);
  await writeFile(join(folder, CHECKSUM), `${sha256(text)}  ${MANIFEST}\n`, options);
}

/** Throws one sentence unless the folder holds the manifest of a backup, unchanged. */
export async function readManifest(folder: string): Promise<Manifest> {
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
  if (format !== 1) {
    throw new StartError(
      `The backup ${folder} has the format ${String(format)}, which this Atrium does not read.`,
    );
  }
  return Manifest.parse(JSON.parse(text));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
