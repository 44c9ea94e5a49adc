import { damaged, readContent } from './content-file.ts';
import { type Manifest, readManifest } from './manifest.ts';

/** Reads a whole backup, and throws one sentence if it was modified. */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const table of manifest.tables) {
    const { lines } = await readContent(folder, table);
    if (lines !== table.rows) throw damaged(folder, `${table.file} has ${lines} rows, not ${table.rows}`);
  }
  for (const segment of manifest.usage) await readContent(folder, segment);
  return manifest;
}
