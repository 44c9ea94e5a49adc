import { areaOf, isOfSameProgram, layerOf, programFolderOf, sourcesOfPrograms, withRole } from './layers.ts';
import { type Codebase, findFiles, findImports, type Rule, sourcesOf } from './rule.ts';
import type { SourceFile } from './source-file.ts';

const SOURCES = 'packages/server/src/';

const sources = (codebase: Codebase) => sourcesOf(codebase, 'server');

/** A table's name as it is in SQL and in TypeScript. */
const plain = (name: string) => name.replaceAll('_', '').toLowerCase();

/** The folder that describes each table. */
function foldersOfTables(codebase: Codebase): Map<string, string> {
  return new Map(
    withRole(codebase, 'tables').flatMap(({ path, text }) =>
      [...text.matchAll(/^export interface \w+Tables \{\n([\s\S]*?)^\}/gm)].flatMap(([, members = '']) =>
        [...members.matchAll(/^ {2}'?(\w+)'?: /gm)].map(
          ([, name = '']) => [plain(name), programFolderOf(path)] as const,
        ),
      ),
    ),
  );
}

/** Names of tables in a file's queries. */
function tablesIn({ tableCalls, sql }: SourceFile): string[] {
  const clause = /\b(?:from|join|into|update|table|only)\s+(?:only\s+)?"?([a-z_]\w*)"?/gi;
  return [
    ...tableCalls.map((text) => text.split(/\s/)[0] ?? ''),
    ...sql.flatMap((text) => [...text.matchAll(clause)].map(([, name = '']) => name)),
  ].map(plain);
}

const isDatabase = (target: string) =>
  /^(kysely|pg)$|^@atrium\/host\/database\//.test(target) ||
  /^packages\/(server|runtime)\/src\/database\//.test(target) ||
  /\.repository\.ts$/.test(target);

/** Migrations of before the rule are never edited. */
const FIRST_WITH_KIND: Record<string, number> = { server: 2, runtime: 2 };

/** Functions that make a part which the whole process shares. */
const MAKERS = /^(create|open|start)[A-Z]/;

/** A command about the database as a whole comes before a context. */
const opensForCommand = (name: string, path: string) =>
  name === 'openServerForCommand' && path === `${SOURCES}commands/command-line.ts`;

export const serverRules: Rule[] = [
  {
    title: 'folders of server and runtime import only from their own layer or a lower one',
    find: (codebase) => [
      ...findFiles(sourcesOfPrograms(codebase), ({ path }) => layerOf(path) < 0).map(
        (path) => `${path} has no layer`,
      ),
      ...findImports(
        sourcesOfPrograms(codebase),
        ({ target }, { path }) => isOfSameProgram(target, path) && layerOf(target) > layerOf(path),
      ),
    ],
  },
  {
    title: 'routes import neither a repository nor anything of the database, types included',
    find: (codebase) => findImports(withRole(codebase, 'routes'), ({ target }) => isDatabase(target)),
  },
  {
    title: 'services import neither HTTP nor routes',
    find: (codebase) =>
      findImports(
        withRole(codebase, 'service'),
        ({ target }) =>
          /^fastify|^@atrium\/host\/http\/|\.routes\.ts$/.test(target) ||
          (/\/src\/(http|host)\//.test(target) && !/\/(caller|public-url|service-token)\.ts$/.test(target)),
      ),
  },
  {
    title: 'repositories import neither HTTP nor routes, services and jobs',
    find: (codebase) =>
      findImports(withRole(codebase, 'repository'), ({ target }) =>
        /^fastify|^@atrium\/host\/http\/|\/src\/(http|host)\/|\.(routes|service|job)\.ts$/.test(target),
      ),
  },
  {
    title: 'an area never imports the repository or tables of another',
    find: (codebase) =>
      findImports(
        sourcesOfPrograms(codebase),
        ({ target }, { path }) =>
          /\.(repository|tables)\.ts$/.test(target) &&
          areaOf(path) !== undefined &&
          areaOf(target) !== undefined &&
          areaOf(path) !== areaOf(target),
      ),
  },
  {
    title: 'only the folder that describes a table queries it',
    find(codebase) {
      const folders = foldersOfTables(codebase);
      return sourcesOfPrograms(codebase).flatMap((file) =>
        tablesIn(file)
          .filter((table) => folders.has(table) && folders.get(table) !== programFolderOf(file.path))
          .map((table) => `${file.path} → ${table} of ${folders.get(table)}`),
      );
    },
  },
  {
    title: 'areas query in their repositories only',
    find: (codebase) =>
      findFiles(
        sourcesOfPrograms(codebase),
        (file) =>
          areaOf(file.path) !== undefined &&
          !file.path.endsWith('.repository.ts') &&
          (file.sql.length > 0 || tablesIn(file).length > 0),
      ),
  },
  {
    title: 'only context.ts creates providers and the database',
    find: (codebase) =>
      findImports(
        sources(codebase).filter(({ path }) => path !== `${SOURCES}context.ts`),
        ({ target, names, isTypeOnly }, { path }) =>
          !isTypeOnly &&
          ['providers', 'database'].some(
            (folder) =>
              target.startsWith(`${SOURCES}${folder}/`) && programFolderOf(path) !== `server/${folder}`,
          ) &&
          names.some((name) => MAKERS.test(name) && !opensForCommand(name, path)),
      ),
  },
  {
    title: 'areas get time and random values from the context',
    find: (codebase) =>
      findFiles(
        sourcesOfPrograms(codebase),
        ({ path, text }) =>
          areaOf(path) !== undefined &&
          /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\(/.test(text),
      ),
  },
  {
    title: "areas take the addresses of the console's pages from the contract",
    find: (codebase) =>
      findFiles(
        sources(codebase),
        ({ path, strings }) =>
          areaOf(path) !== undefined && strings.some((text) => /^\/(console|index)\/(?!v1\/)/.test(text)),
      ),
  },
  {
    title: 'the environment is read in config.ts only',
    find: (codebase) =>
      findFiles(
        sourcesOf(codebase),
        ({ path, readsEnvironment }) => readsEnvironment && path !== `${SOURCES}config.ts`,
      ),
  },
  {
    title: 'migrations are numbered without gaps',
    find: ({ paths }) =>
      ['server', 'runtime'].flatMap((owner) => {
        const folder = `packages/${owner}/migrations/`;
        const names = paths.filter((path) => path.startsWith(folder)).sort();
        const expected = (index: number) => String(index + 1).padStart(4, '0');
        return names.filter(
          (path, index) =>
            /^(\d{4})_[a-z0-9_]+\.sql$/.exec(path.slice(folder.length))?.[1] !== expected(index),
        );
      }),
  },
  {
    title: 'the first line of a migration says whether it is compatible or breaking, and why',
    find: ({ migrations }) =>
      migrations
        .filter(({ path, text }) => {
          const [, owner = '', number = ''] = /^packages\/(\w+)\/migrations\/(\d+)/.exec(path) ?? [];
          return (
            Number(number) >= (FIRST_WITH_KIND[owner] ?? 0) && !/^-- (compatible|breaking): \S/.test(text)
          );
        })
        .map(({ path }) => path),
  },
];
