import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '@atrium/host/start-error';
import { type Account, canRun, canWriteIn, chooseAccount } from './account.ts';
import { findMovedFolder, markOwner, pointerOf, removeAbandoned } from './moved-clusters.ts';
import {
  findPrograms,
  lacksLibraryLinks,
  type Programs,
  placePrograms,
  postgresProgram,
} from './programs.ts';

/** Location of an embedded PostgreSQL, and the account that runs it. */
export interface Place {
  programs: Programs;
  account: Account | undefined;
  /** Folder of the cluster, and of the socket where its path is short enough. */
  folder: string;
  cluster: string;
  sockets: string;
  logFile: string;
  /** A notice in one sentence if the data folder could not be used for some of it. */
  notice: string | undefined;
}

/** Shortest limit of all systems (macOS 104, Linux 108, both with a closing zero). */
const LONGEST_SOCKET_PATH = 103;
const SOCKET_NAME = '.s.PGSQL.5432';

/** For what root's unprivileged account cannot reach where it belongs. */
export const REACHABLE_FOLDER = '/var/lib/atrium';

/** Stands beside a cluster while an upgrade fills it, and names the one that it replaces. */
export const upgradeMarkOf = (cluster: string) => `${cluster}.upgrading`;

/** Whether a start has made a database in this folder, or for it; also if an upgrade has put it aside and was killed. */
export function hasCluster(dataFolder: string): boolean {
  const cluster = join(dataFolder, 'database', 'cluster');
  return [pointerOf(dataFolder), cluster, upgradeMarkOf(cluster)].some((path) => existsSync(path));
}

export async function findPlace(dataFolder: string): Promise<Place> {
  const pointed = findMovedFolder(dataFolder);
  // A data folder that came from elsewhere: an empty database in that place would look as if all was lost.
  if (pointed !== undefined && !existsSync(pointed)) {
    throw new StartError(
      `${pointerOf(dataFolder)} names ${pointed} as the folder of the database, which is not on this machine; bring it from where it was made, or restore a backup into another data folder.`,
    );
  }
  const usual = join(dataFolder, 'database');
  let folder = pointed ?? usual;
  const account = chooseAccount(join(folder, 'cluster'));
  makePrivateFolder(folder, account);
  if (!canWriteIn(account, folder)) {
    if (!account || folder !== usual || existsSync(join(folder, 'cluster'))) {
      throw new StartError(
        `The account ${account?.name ?? process.getuid?.()} cannot write in ${folder}, where the database is; give it the right to pass through the folders above and to write in this one.`,
      );
    }
    removeAbandoned(REACHABLE_FOLDER);
    folder = join(REACHABLE_FOLDER, randomUUID());
    makeReachable(folder, account);
    writeFileSync(pointerOf(dataFolder), `${folder}\n`);
    markOwner(folder, dataFolder);
  }
  const installed = findPrograms();
  const reachable = canRun(account, postgresProgram(installed.folder)) && !lacksLibraryLinks(installed);
  const programs = reachable
    ? installed
    : await placePrograms(
        installed,
        account ? join(REACHABLE_FOLDER, 'programs') : join(dataFolder, 'programs'),
      );
  const logs = join(dataFolder, 'logs');
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  return {
    programs,
    account,
    folder,
    cluster: join(folder, 'cluster'),
    sockets: socketFolder(folder, account),
    logFile: join(logs, 'postgres.log'),
    notice: noticeOf(folder === usual ? undefined : folder, reachable ? undefined : programs.folder, account),
  };
}

function noticeOf(cluster: string | undefined, programs: string | undefined, account: Account | undefined) {
  const moved = [cluster && `its data in ${cluster}`, programs && `its programs in ${programs}`].filter(
    Boolean,
  );
  if (moved.length === 0) return undefined;
  const reason = account ? `, where the account ${account.name} can reach them` : '';
  return `PostgreSQL has ${moved.join(' and ')}${reason}.`;
}

function makePrivateFolder(folder: string, account: Account | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account && lstatSync(folder).uid !== account.uid) chownSync(folder, account.uid, account.gid);
}

function makeReachable(folder: string, account: Account): void {
  try {
    mkdirSync(REACHABLE_FOLDER, { recursive: true });
    chmodSync(REACHABLE_FOLDER, 0o755);
    makePrivateFolder(folder, account);
  } catch (error) {
    throw new StartError(
      `The account ${account.name} cannot reach the data folder, and ${REACHABLE_FOLDER} cannot be made (${(error as Error).message}); choose a folder with ATRIUM_DATA that every account may pass.`,
    );
  }
}

/** The same folder at every start, so that a server left over is found again. */
function socketFolder(folder: string, account: Account | undefined): string {
  if (Buffer.byteLength(join(folder, SOCKET_NAME)) <= LONGEST_SOCKET_PATH) return folder;
  const short = `/tmp/atrium-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  makePrivateFolder(short, account);
  const { uid, mode } = lstatSync(short);
  // In /tmp anyone could have made it first.
  if (
    uid !== (account?.uid ?? process.getuid?.()) ||
    (mode & 0o777) !== 0o700 ||
    !lstatSync(short).isDirectory()
  ) {
    throw new StartError(`The folder ${short} belongs to another user. Remove it or choose another folder.`);
  }
  return short;
}
