import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '@atrium/host/start-error';
import type { Logger } from 'pino';
import type { Manifest } from './backup/manifest.ts';
import { type RestoreTarget, restoreBackup } from './backup/restore-backup.ts';
import { verifyBackup } from './backup/verify-backup.ts';
import { MAJOR_VERSION } from './embedded/cluster.ts';
import { findPlace } from './embedded/place.ts';
import { isAlive, readPostmaster } from './embedded/postmaster.ts';
import { startEmbeddedDatabase } from './embedded.ts';
import { beginUpgrade, endUpgrade, undoUpgrade } from './unfinished-upgrade.ts';

type Proof = Pick<RestoreTarget, 'isTrusted' | 'secretKeys'>;

interface UpgradedCluster {
  manifest: Manifest;
  /** Folder of the old cluster, and time of its last write. */
  kept: string;
  lastWrittenOn: Date;
  from: string;
}

/**
 * Moves the embedded database to the major version of PostgreSQL that this Atrium has: a new cluster is filled with a
 * backup, and the old one is kept. If that fails, the old one is back in its place; if it is killed, the next
 * attempt begins with that.
 */
export async function upgradeCluster(
  dataFolder: string,
  backup: string,
  proof: Proof,
  log: Logger,
): Promise<UpgradedCluster> {
  const { cluster } = await findPlace(dataFolder);
  await undoUpgrade(cluster);
  const from = await findOldVersion(cluster);
  await verifyBackup(backup);
  const kept = `${cluster}.${from}`;
  if (existsSync(kept)) throw new StartError(`${kept} is left of an earlier upgrade; move it away first.`);
  const { mtime: lastWrittenOn } = await stat(join(cluster, 'global', 'pg_control'));
  await beginUpgrade(cluster, kept);
  try {
    const manifest = await fillCluster(dataFolder, backup, proof, log);
    await endUpgrade(cluster);
    return { manifest, kept, lastWrittenOn, from };
  } catch (error) {
    await undoUpgrade(cluster);
    throw error;
  }
}

async function fillCluster(dataFolder: string, backup: string, proof: Proof, log: Logger): Promise<Manifest> {
  const database = await startEmbeddedDatabase({ dataFolder, log });
  try {
    // Usage that was not sent yet has stayed where it is.
    return (await restoreBackup(backup, { ...proof, connection: database.connection })).manifest;
  } finally {
    await database.stop();
  }
}

async function findOldVersion(cluster: string): Promise<string> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '');
  if (version === '') throw new StartError(`There is no database in ${cluster}; use "backup restore".`);
  if (version.trim() === MAJOR_VERSION) {
    throw new StartError(`The database in ${cluster} is already one of PostgreSQL ${MAJOR_VERSION}.`);
  }
  const postmaster = readPostmaster(cluster);
  if (postmaster !== undefined && isAlive(postmaster, cluster)) {
    throw new StartError(`A server (process ${postmaster.pid}) runs on ${cluster}; stop its Atrium first.`);
  }
  return version.trim();
}
