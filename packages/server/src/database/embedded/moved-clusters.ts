import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { isAlive, readPostmaster } from './postmaster.ts';

const OWNER_FILE = 'data-folder';

/** Notes in a moved cluster's folder which data folder it belongs to. */
export function markOwner(folder: string, dataFolder: string): void {
  writeFileSync(join(folder, OWNER_FILE), dataFolder);
}

/**
 * Removes moved clusters whose data folder was among temporary files and is gone: trials and tests, which would
 * leave 60 MB each. Any other folder may only be unmounted for the moment; its cluster stays.
 */
export function removeAbandoned(parent: string): void {
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    const ownerFile = join(folder, OWNER_FILE);
    if (!existsSync(ownerFile)) continue;
    const owner = readFileSync(ownerFile, 'utf8');
    if (!owner.startsWith(tmpdir() + sep) || existsSync(owner)) continue;
    const cluster = join(folder, 'cluster');
    const postmaster = readPostmaster(cluster);
    if (postmaster && isAlive(postmaster, cluster)) continue;
    rmSync(folder, { recursive: true, force: true });
  }
}
