import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from './manifest.ts';
import { readManifest } from './manifest.ts';
import { refuseUnreadable, UnreadableBackupError } from './unreadable.ts';

/** Suffix of an incomplete backup's name. */
export const UNFINISHED = '.unfinished';
/** A running backup touches its folder every minute: an older folder was left by a killed process. */
const LEFT_AFTER_MS = 3_600_000;
const TOUCHED_EVERY_MS = 60_000;
const NAME = /^atrium-\d{8}T\d{9}Z$/;

/** `atrium-20261123T054000123Z`: names in the order of time. */
export function nameOfBackup(createdOn: string): string {
  return `atrium-${createdOn.replaceAll(/[-:.]/g, '')}`;
}

/** Folder of backups unless another is given. */
export function defaultBackupFolder(dataFolder: string): string {
  return join(dataFolder, 'backups');
}

/** Makes the folder for backups if it is the default one. Any other has to be there: its disk may not be mounted. */
export async function prepareBackupFolder(parent: string, dataFolder: string): Promise<void> {
  if (parent !== defaultBackupFolder(dataFolder)) return;
  await mkdir(parent, { recursive: true, mode: 0o700 });
}

export interface StoredBackup {
  folder: string;
  manifest: Manifest;
}

/** Whole backups in a folder, the newest first; `onUnreadable` gets a sentence for each that this account may not read. */
export async function listBackups(
  parent: string,
  onUnreadable: (sentence: string) => void = () => {},
): Promise<StoredBackup[]> {
  const names = (await namesIn(parent)).filter((name) => NAME.test(name)).sort();
  const found: StoredBackup[] = [];
  for (const name of names.toReversed()) {
    const folder = join(parent, name);
    const manifest = await readManifest(folder).catch((error: unknown) => {
      if (error instanceof UnreadableBackupError) onUnreadable(error.message);
    });
    if (manifest !== undefined) found.push({ folder, manifest });
  }
  return found;
}

async function namesIn(parent: string): Promise<string[]> {
  return readdir(parent).catch((error: unknown) => {
    refuseUnreadable(parent, error);
    return [];
  });
}

/**
 * Deletes all but the newest of this installation's own backups: the folder may be shared. A backup dated in the future
 * does not count. Returns the remaining ones.
 */
export async function deleteOldBackups(
  parent: string,
  keep: number,
  isOwn: (backup: StoredBackup) => boolean,
): Promise<StoredBackup[]> {
  const now = new Date().toISOString();
  const stored = await listBackups(parent);
  const old = stored.filter((one) => one.manifest.createdOn <= now && isOwn(one)).slice(keep);
  for (const { folder } of old) await rm(folder, { recursive: true, force: true });
  return stored.filter((one) => !old.includes(one));
}

/** While this lasts, the folder does not count as left. */
export function keepTouching(folder: string): Disposable {
  const touch = () => void utimes(folder, new Date(), new Date()).catch(() => {});
  const timer = setInterval(touch, TOUCHED_EVERY_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Deletes what killed processes left. */
export async function deleteLeftBackups(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.endsWith(UNFINISHED) || !NAME.test(name.slice(0, -UNFINISHED.length))) continue;
    const folder = join(parent, name);
    // A missing folder has become a complete backup.
    const touchedAt = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (touchedAt === undefined || Date.now() - touchedAt < LEFT_AFTER_MS) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

export function sizeOf({ tables, usage }: Manifest): { rows: number; bytes: number } {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return { rows, bytes: [...tables, ...usage].reduce((sum, { bytes }) => sum + bytes, 0) };
}
