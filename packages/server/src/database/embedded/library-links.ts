import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Programs } from './programs.ts';

/** True where npm ran without install scripts: the package makes its library links in one. */
export function lacksLibraryLinks(programs: Programs): boolean {
  return missingLinks(programs.folder).length > 0;
}

/** Returns the links between libraries that an unpacked package lacks. */
export function missingLinks(folder: string, listedIn = folder): { name: string; target: string }[] {
  const list = join(listedIn, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  return links
    .map(({ source, target }) => ({ name: target.replace(/^native\//, ''), target: basename(source) }))
    .filter(({ name }) => !existsSync(join(folder, name)));
}
