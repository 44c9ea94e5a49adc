import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from './manifest.ts';
import { readManifest } from './manifest.ts';

/** What a backup is called until it is whole. */
export const UNFINISHED = '.unfinished';
/** Another process may be making one. */
const LONGEST_BACKUP_MS = 24 * 3_600_000;
const NAME = /^atrium-\d{8}T\d{9}Z$/;

/** `atrium-20261123T054000123Z`: names in the order of time. */
export function nameOfBackup(createdOn: string): string {
  return `atrium-${createdOn.replaceAll(/[-:.]/g, '')}`;
}

export interface StoredBackup {
  folder: string;
  manifest: Manifest;
}

/** Whole backups in a folder, the newest first. */
export async function listBackups(parent: string): Promise<StoredBackup[]> {
  const names = (await readdir(parent).catch(() => [])).filter((name) => NAME.test(name)).sort();
  const found: StoredBackup[] = [];
  for (const name of names.toReversed()) {
    const folder = join(parent, name);
    const manifest = await readManifest(folder).catch(() => undefined);
    if (manifest !== undefined) found.push({ folder, manifest });
  }
  return found;
}

/** Deletes all but the newest ones, and what a killed process left. Returns how many. */
export async function deleteOldBackups(parent: string, keep: number): Promise<number> {
  const old = (await listBackups(parent)).slice(keep);
  for (const { folder } of old) await rm(folder, { recursive: true, force: true });
  return old.length + (await deleteUnfinished(parent));
}

async function deleteUnfinished(parent: string): Promise<number> {
  let deleted = 0;
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.endsWith(UNFINISHED) || !NAME.test(name.slice(0, -UNFINISHED.length))) continue;
    const folder = join(parent, name);
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs < LONGEST_BACKUP_MS) continue;
    await rm(folder, { recursive: true, force: true });
    deleted += 1;
  }
  return deleted;
}

export function sizeOf({ tables, usage }: Manifest): { rows: number; bytes: number } {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return { rows, bytes: [...tables, ...usage].reduce((sum, { bytes }) => sum + bytes, 0) };
}
