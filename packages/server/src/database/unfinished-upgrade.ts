import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { StartError } from '@atrium/host/start-error';
import { findPlace, upgradeMarkOf } from './embedded/place.ts';

/** Puts the old cluster aside: until the upgrade is ended it is the one that counts. */
export async function beginUpgrade(cluster: string, kept: string): Promise<void> {
  // Flushed, because after a power loss the kept cluster could not be found without it.
  await writeFile(upgradeMarkOf(cluster), kept, { flush: true });
  await rename(cluster, kept);
}

export async function endUpgrade(cluster: string): Promise<void> {
  await rm(upgradeMarkOf(cluster));
}

/** Brings the old cluster back to its place, if an upgrade was begun and not ended. */
export async function undoUpgrade(cluster: string): Promise<void> {
  if (!existsSync(upgradeMarkOf(cluster))) return;
  const kept = await readFile(upgradeMarkOf(cluster), 'utf8');
  if (existsSync(kept)) {
    await rm(cluster, { recursive: true, force: true });
    await rename(kept, cluster);
  }
  await rm(upgradeMarkOf(cluster));
}

/** A killed upgrade leaves an empty or partial database: refuse to start on it. */
export async function refuseUnfinishedUpgrade(dataFolder: string): Promise<void> {
  const { cluster } = await findPlace(dataFolder);
  if (!existsSync(upgradeMarkOf(cluster))) return;
  throw new StartError(
    'An upgrade of the database was interrupted; run "database upgrade <backup>" again. The database of before is kept.',
  );
}
