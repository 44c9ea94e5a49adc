import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Import, readSourceFile, type SourceFile } from './source-file.ts';

export interface Codebase {
  /** Every file, sources or not. */
  paths: string[];
  migrations: { path: string; text: string }[];
  files: SourceFile[];
  /** Articles and documents, except the specification and decision records. */
  documents: { path: string; text: string }[];
}

/** A sentence of CONTRIBUTING.md and the search for its violations. */
export interface Rule {
  title: string;
  /** Returns one line for each violation. */
  find: (codebase: Codebase) => string[];
}

/** Areas of the product, the same in each package. */
export const AREAS = [
  'accounts',
  'articles',
  'billing',
  'pricing',
  'access-keys',
  'services',
  'connections',
  'configuration',
  'test-runs',
  'git-sync',
  'audit',
  'limits',
  'mail',
  'customers',
  'operations',
  'outbox',
  'notifications',
  'work',
];

/** Documents for people; decisions are not rewritten, and the specification is not ours. */
const isDocument = (path: string) => path.endsWith('.md') && !/^docs\/(decisions|specification)\//.test(path);

const FOLDERS = ['packages', 'e2e', 'bench', 'tools', 'docs'];
const SKIPPED = new Set(['node_modules', 'dist', 'dist-types', 'test-output', 'data', 'seed-content']);

export function readCodebase(root: string): Codebase {
  const listPaths = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      if (SKIPPED.has(entry.name)) return [];
      const path = posix.join(folder, entry.name);
      return entry.isDirectory() ? listPaths(path) : [path];
    });
  const documents = readdirSync(root).filter((name) => name.endsWith('.md') || name === 'LICENSE');
  return codebaseOf(
    [...documents, ...FOLDERS.flatMap(listPaths)].map((path) => [
      path,
      () => readFileSync(join(root, path), 'utf8'),
    ]),
  );
}

/** Reads only sources and documents of the given files. */
export function codebaseOf(files: [path: string, read: () => string][]): Codebase {
  return {
    paths: files.map(([path]) => path),
    files: files
      .filter(([path]) => /\.(ts|tsx|mjs|mts)$/.test(path))
      .map(([path, read]) => readSourceFile(path, read())),
    migrations: files
      .filter(([path]) => /\/migrations\/[^/]+\.sql$/.test(path))
      .map(([path, read]) => ({ path, text: read() })),
    documents: files.filter(([path]) => isDocument(path)).map(([path, read]) => ({ path, text: read() })),
  };
}

/** Sources of a package's product, without its tests. */
export function sourcesOf({ files }: Codebase, packageName = '[^/]+'): SourceFile[] {
  const folder = new RegExp(`^packages/${packageName}/src/`);
  return files.filter(({ isTest, path }) => !isTest && folder.test(path));
}

/** One line for each import that is forbidden: `file → target`. */
export function findImports(
  files: SourceFile[],
  isForbidden: (imported: Import, file: SourceFile) => boolean,
): string[] {
  return files.flatMap((file) =>
    file.imports
      .filter((imported) => isForbidden(imported, file))
      .map(({ target }) => `${file.path} → ${target}`),
  );
}

export function findFiles(files: SourceFile[], isForbidden: (file: SourceFile) => boolean): string[] {
  return files.filter(isForbidden).map(({ path }) => path);
}
