import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { isAlive, readPostmaster } from './postmaster.ts';

const OWNER_FILE = 'data-folder';

/** Says where the cluster is, if not where it belongs. */
export const pointerOf = (dataFolder: string) => join(dataFolder, 'database-place');

/** Folder of a database that an earlier start placed outside the data folder. */
export function findMovedFolder(dataFolder: string): string | undefined {
  const pointer = pointerOf(dataFolder);
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : undefined;
}

/** Notes in a moved cluster's folder which data folder it belongs to. */
export function markOwner(folder: string, dataFolder: string): void {
  writeFileSync(join(folder, OWNER_FILE), dataFolder);
}

/**
 * Removes moved clusters whose data folder was among temporary files and is gone: trials and tests, which would
 * leave 60 MB each. Any other folder may only be unmounted for the moment; its cluster stays.
 */
export function removeAbandoned(parent: string): void {
  for (const { folder, dataFolder } of listAbandoned(parent)) {
    const isTemporary = dataFolder.startsWith(tmpdir() + sep) && !existsSync(dataFolder);
    if (isTemporary) rmSync(folder, { recursive: true, force: true });
  }
}

interface Abandoned {
  folder: string;
  /** The data folder that it belonged to: not there, or with another database by now. */
  dataFolder: string;
}

/** Moved clusters that no data folder names any longer, and that do not run. */
export function listAbandoned(parent: string): Abandoned[] {
  if (!existsSync(parent)) return [];
  const abandoned: Abandoned[] = [];
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    const ownerFile = join(folder, OWNER_FILE);
    if (!existsSync(ownerFile)) continue;
    const dataFolder = readFileSync(ownerFile, 'utf8');
    const cluster = join(folder, 'cluster');
    const postmaster = readPostmaster(cluster);
    const isRunning = postmaster !== undefined && isAlive(postmaster, cluster);
    if (findMovedFolder(dataFolder) !== folder && !isRunning) abandoned.push({ folder, dataFolder });
  }
  return abandoned;
}
