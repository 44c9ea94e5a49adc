import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const MIGRATIONS = ['packages/server/migrations', 'packages/runtime/migrations'];

export interface EarlierRelease {
  /** What starts it, as `main.ts` of this checkout does. */
  program: string;
  /** How many migrations this checkout has that it does not know. */
  newerMigrations: number;
}

/** The release before, by the tag or commit that the environment names: not every commit is one that runs. */
export const RELEASE_BEFORE = process.env['ATRIUM_RELEASE_BEFORE'];

/** The release before in a folder of its own, with the packages that its lock file names. */
export function checkOutEarlierRelease(folder: string): EarlierRelease {
  if (RELEASE_BEFORE === undefined) throw new Error('Set ATRIUM_RELEASE_BEFORE to a tag or commit.');
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, '..', 'release.tar');
  execFileSync('git', ['archive', '--output', archive, RELEASE_BEFORE], { cwd: root });
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  const only = ['--omit=dev', '--workspace', 'packages/server', '--include-workspace-root'];
  execFileSync('npm', ['ci', ...only, '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return {
    program: join(folder, 'packages/server/src/main.ts'),
    newerMigrations: countMigrations(root) - countMigrations(folder),
  };
}

function countMigrations(place: string): number {
  const names = MIGRATIONS.flatMap((path) => readdirSync(join(place, path)));
  return names.filter((name) => name.endsWith('.sql')).length;
}
