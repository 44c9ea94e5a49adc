import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BuildFacts } from './health.routes.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Version of the package, and the commit it was checked out at, where it is a checkout. */
export async function readBuildFacts(): Promise<BuildFacts> {
  const manifest = new URL('../../package.json', import.meta.url);
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
  const tag = `v${version}`;
  try {
    const { stdout } = await run('git', ['log', '-1', '--format=%h %cI'], { cwd: root, timeout: 5_000 });
    const [commit = null, date] = stdout.trim().split(' ');
    return { tag, commit, build_date: date === undefined ? null : new Date(date).toISOString() };
  } catch {
    // Installed from an archive: the time of the files is used.
    return { tag, commit: null, build_date: (await stat(manifest)).mtime.toISOString() };
  }
}
