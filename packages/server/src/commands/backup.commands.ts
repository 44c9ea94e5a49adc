import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import {
  defaultBackupFolder,
  listBackups,
  prepareBackupFolder,
  sizeOf,
} from '../database/backup/backup-folder.ts';
import { type Manifest, readOrigin } from '../database/backup/manifest.ts';
import { restoreBackup } from '../database/backup/restore-backup.ts';
import { usageFolderOf } from '../database/backup/usage-segments.ts';
import { verifyBackup } from '../database/backup/verify-backup.ts';
import { writeBackup } from '../database/backup/write-backup.ts';
import { readSecretKeys, SecretKeyFile } from '../secrets/secret-key-file.ts';
import type { Command } from './command.ts';

export const backupCommands: Command[] = [
  {
    noun: 'backup',
    verb: 'create',
    operands: [],
    options: ['to'],
    summary: 'copy the whole database and unsent usage into a folder, also while Atrium runs',
    async runAtPlace({ config, openDatabase }, _, { to }) {
      const source = {
        connection: await openDatabase(),
        usageFolder: usageFolderOf(config.dataFolder),
        secretKeys: readSecretKeys(config),
      };
      const parent = to === undefined ? parentOf(config) : resolve(to);
      await prepareBackupFolder(parent, config.dataFolder);
      const { folder, manifest } = await writeBackup(source, parent);
      return `${folder} holds ${contentsOf(manifest)}.\n${keyAdvice(config, manifest)}`;
    },
  },
  {
    noun: 'backup',
    verb: 'list',
    operands: [],
    summary: 'list the whole backups of ATRIUM_BACKUP_DIR, the newest first',
    needsNoDatabase: true,
    async runAtPlace({ config }) {
      const unreadable: string[] = [];
      const stored = await listBackups(parentOf(config), (sentence) => unreadable.push(sentence));
      const lines = stored.map(({ folder, manifest }) =>
        [
          manifest.createdOn,
          `Atrium ${manifest.atrium}`,
          contentsOf(manifest),
          `secret key ${manifest.secretKeyId ?? 'none'}`,
          folder,
        ].join('\t'),
      );
      return [...lines, ...unreadable].join('\n') || `There is no backup in ${parentOf(config)}.`;
    },
  },
  {
    noun: 'backup',
    verb: 'verify',
    operands: ['<folder>'],
    summary: 'read a backup and check that it is whole',
    needsNoDatabase: true,
    async runAtPlace({ config }, [folder = '']) {
      const manifest = await verifyBackup(resolve(folder));
      const origin = await describeOrigin(config, resolve(folder));
      return `The backup of ${manifest.createdOn} is whole: ${contentsOf(manifest)}.\n${origin}\n${keyState(config, manifest)}`;
    },
  },
  {
    noun: 'backup',
    verb: 'restore',
    operands: ['<folder>'],
    flags: ['unproven'],
    summary: 'fill an empty database and data folder with a backup that was made with the secret key here',
    needsNoDatabase: true,
    async runAtPlace({ config, openDatabase }, [folder = ''], { unproven }) {
      await verifyBackup(resolve(folder));
      const target = {
        connection: await openDatabase(),
        usageFolder: usageFolderOf(config.dataFolder),
        secretKeys: readSecretKeys(config),
        isTrusted: unproven === 'true',
      };
      const { manifest, leftOut } = await restoreBackup(resolve(folder), target);
      return [
        `The backup of ${manifest.createdOn} is restored: ${contentsOf(manifest)}.`,
        ...(leftOut.length === 0
          ? []
          : [`Left out, as no migration of Atrium makes them: ${leftOut.join(', ')}.`]),
        ...usageAdvice(config, manifest),
        'Everything revoked since the backup is valid again. Before the first start run "database migrate" and "signing-key rotate --leaked", and revoke the rest again (docs/backup.md, Restore).',
        keyAdvice(config, manifest),
      ].join('\n');
    },
  },
];

function parentOf({ backupFolder, dataFolder }: Config): string {
  return backupFolder ?? defaultBackupFolder(dataFolder);
}

function contentsOf(manifest: Manifest): string {
  const { rows, bytes } = sizeOf(manifest);
  const usage =
    manifest.usage.length === 0 ? '' : `, and usage that was not sent yet (${manifest.usage.length})`;
  return `${rows} rows in ${manifest.tables.length} tables (${Math.ceil(bytes / 1e6)} MB unpacked)${usage}`;
}

/** Only services send usage, from their own folder: anywhere else it would never be billed. */
function usageAdvice({ roles, dataFolder }: Config, { usage }: Manifest): string[] {
  if (usage.length === 0 || roles.includes('services')) return [];
  const folder = usageFolderOf(dataFolder);
  return [
    `Unsent usage (${usage.length}) is in ${folder}, where no process sends it. Move its files into the folder usage of a process with the role services.`,
  ];
}

/** Write access to the folder suffices to forge checksums: only the keyed checksum proves that nothing was added. */
async function describeOrigin(config: Config, folder: string): Promise<string> {
  const { origin } = await readOrigin(folder, readSecretKeys(config));
  if (origin === undefined) {
    return 'It has no keyed checksum, which would prove that no one else has changed it: a restore needs --unproven.';
  }
  if (origin.isKnown)
    return `Its keyed checksum is right: no one without the key ${origin.keyId} has changed it.`;
  return `Its keyed checksum cannot be checked: the key ${origin.keyId} is not here.`;
}

/** Without the key the secrets of a restored database are lost, and no one could sign in. */
function keyAdvice(config: Config, { secretKeyId }: Manifest): string {
  const place = keyPlaceOf(config);
  return `Its secrets are encrypted under the key ${secretKeyId ?? 'that the next start makes'}, which is not in it: keep ${place} as well, apart from it.`;
}

/** Whether the local keys open the backup: its key may have been replaced since, or be that of another machine. */
function keyState(config: Config, { secretKeyId }: Manifest): string {
  if (secretKeyId === null) return 'It was made before the first start, and needs no secret key.';
  const needed = `Its secrets are encrypted under the key ${secretKeyId}`;
  const place = keyPlaceOf(config);
  try {
    const isHere = readSecretKeys(config).some(({ id }) => id === secretKeyId);
    if (isHere) return `${needed}, which is here (${place}).`;
  } catch (error) {
    return `${needed}. ${(error as Error).message}`;
  }
  return `Warning: ${needed}, which is not here (${place}): without a copy of that key nobody can sign in to the restored data.`;
}

function keyPlaceOf({ dataFolder, secretKey }: Pick<Config, 'dataFolder' | 'secretKey'>): string {
  return secretKey === undefined ? new SecretKeyFile(dataFolder).path : 'ATRIUM_SECRET_KEY';
}
