import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A plain SQL file. Its checksum shows whether it was changed after it had been applied. */
export interface SqlMigration {
  name: string;
  text: string;
  checksum: string;
  /** Whether processes of the previous release keep working over it. */
  isCompatible: boolean;
}

/** First line of a compatible migration, with the reason. All other migrations count as breaking. */
const COMPATIBLE = /^-- compatible: \S/;

/** The SQL files of a folder, in order. */
export async function readMigrations(folder: string): Promise<SqlMigration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      return { name, text, checksum, isCompatible: COMPATIBLE.test(text) };
    }),
  );
}
