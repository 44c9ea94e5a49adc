import { basename } from 'node:path';
import type { Kysely } from 'kysely';
import type { ClientConfig } from 'pg';
import type { Clock, Random } from '../clock.ts';
import type { Config } from '../config.ts';
import {
  deleteLeftBackups,
  deleteOldBackups,
  prepareBackupFolder,
  sizeOf,
} from '../database/backup/backup-folder.ts';
import type { Manifest } from '../database/backup/manifest.ts';
import { usageFolderOf } from '../database/backup/usage-segments.ts';
import { writeBackup } from '../database/backup/write-backup.ts';
import type { Database } from '../database/schema.ts';
import { readSecretKeys } from '../secrets/secret-key-file.ts';
import {
  deleteBackupsBefore,
  findLastBackup,
  findLastFailedBackup,
  insertBackup,
  listBackupFolders,
} from './database-backup.repository.ts';

const HOUR_MS = 3_600_000;
/** A backup due within this time is made now; otherwise the schedule would drift later every day. */
const SLACK_MS = 10 * 60_000;
const REMEMBERED_MS = 400 * 24 * HOUR_MS;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  config: Pick<
    Config,
    'backupEveryHours' | 'backupFolder' | 'backupsKept' | 'dataFolder' | 'oldSecretKey' | 'secretKey'
  >;
  connection: ClientConfig;
}

/** Backups by timetable, in the folder of the settings. */
export class DatabaseBackups {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  findLast(): ReturnType<typeof findLastBackup> {
    return findLastBackup(this.#parts.db, this.#parts.clock.now());
  }

  /** Interval of this process's backup schedule; undefined without a schedule. */
  get everyHours(): number | undefined {
    const { backupFolder, backupEveryHours } = this.#parts.config;
    return backupFolder === undefined ? undefined : backupEveryHours;
  }

  /** The timetable of this process, what became of it last, and when the next one is due. */
  async getState() {
    const { db, clock } = this.#parts;
    const everyHours = this.everyHours ?? null;
    const lastSuccess = (await this.findLast()) ?? null;
    const now = clock.now();
    const lastFailure = (await findLastFailedBackup(db, now)) ?? null;
    const dueOn = new Date((lastSuccess?.startedOn.getTime() ?? 0) + (everyHours ?? 0) * HOUR_MS);
    const nextOn = everyHours === null ? null : dueOn > now ? dueOn : now;
    return { everyHours, lastSuccess, lastFailure, nextOn };
  }

  /** Makes one if the last good one is old enough, and deletes those of the timetable that are too many. */
  async createDue(): Promise<void> {
    const { db, clock, config } = this.#parts;
    const { backupFolder, backupEveryHours, backupsKept } = config;
    if (backupFolder === undefined) return;
    const last = await this.findLast();
    const since = clock.now().getTime() - (last?.startedOn.getTime() ?? 0);
    if (since < backupEveryHours * HOUR_MS - SLACK_MS) return;
    const { installation } = await this.#create(backupFolder);
    // By name: the folder may be mounted elsewhere. Who was restored from our backup knows the names as well.
    const made = await listBackupFolders(db);
    const names = new Set(made.map((folder) => basename(folder)));
    const left = await deleteOldBackups(
      backupFolder,
      backupsKept,
      ({ folder, manifest }) => names.has(basename(folder)) && manifest.installation === installation,
    );
    // Backups on disk stay recorded as ours, however old: otherwise nothing would ever delete them.
    const there = new Set(left.map(({ folder }) => basename(folder)));
    const gone = made.filter((folder) => !there.has(basename(folder)));
    await deleteBackupsBefore(db, new Date(clock.now().getTime() - REMEMBERED_MS), gone);
  }

  async #create(parent: string): Promise<Manifest> {
    const { db, clock, random, connection, config } = this.#parts;
    const id = random.id();
    const startedOn = clock.now();
    try {
      await prepareBackupFolder(parent, config.dataFolder);
      // Before: a process that is killed again and again would fill the disk.
      await deleteLeftBackups(parent);
      const source = {
        connection,
        usageFolder: usageFolderOf(config.dataFolder),
        secretKeys: readSecretKeys(config),
      };
      const { folder, manifest } = await writeBackup(source, parent);
      const sizeBytes = sizeOf(manifest).bytes;
      await insertBackup(db, { id, startedOn, endedOn: clock.now(), folder, sizeBytes, error: null });
      return manifest;
    } catch (error) {
      const failure = {
        folder: null,
        sizeBytes: null,
        error: String((error as Error).message).slice(0, 1000),
      };
      await insertBackup(db, { id, startedOn, endedOn: clock.now(), ...failure });
      throw error;
    }
  }
}
