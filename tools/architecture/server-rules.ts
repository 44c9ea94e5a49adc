import { areaOf, isOfSameProgram, roomOf, sourcesOfPrograms, storeyOf, withRole } from './rooms.ts';
import { findFiles, findImports, type House, type Rule, sourcesOf } from './rule.ts';
import type { SourceFile } from './source-file.ts';

const SOURCES = 'packages/server/src/';

const sources = (house: House) => sourcesOf(house, 'server');

/** A table's name as it is in SQL and in TypeScript. */
const plain = (name: string) => name.replaceAll('_', '').toLowerCase();

/** The room that each table is described in. */
function roomsOfTables(house: House): Map<string, string> {
  return new Map(
    withRole(house, 'tables').flatMap(({ path, text }) =>
      [...text.matchAll(/^export interface \w+Tables \{\n([\s\S]*?)^\}/gm)].flatMap(([, members = '']) =>
        [...members.matchAll(/^ {2}'?(\w+)'?: /gm)].map(
          ([, name = '']) => [plain(name), roomOf(path)] as const,
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
const FIRST_WITH_KIND: Record<string, number> = { server: 51, runtime: 6 };

/** Functions that make a part which the whole process shares. */
const MAKERS = /^(create|open|start)[A-Z]/;

/** A command about the database as a whole comes before a context. */
const opensForCommand = (name: string, path: string) =>
  name === 'openServerForCommand' && path === `${SOURCES}commands/command-line.ts`;

export const serverRules: Rule[] = [
  {
    says: 'rooms of server and runtime import only what stands below or beside them',
    find: (house) => [
      ...findFiles(sourcesOfPrograms(house), ({ path }) => storeyOf(path) < 0).map(
        (path) => `${path} has no storey`,
      ),
      ...findImports(
        sourcesOfPrograms(house),
        ({ target }, { path }) => isOfSameProgram(target, path) && storeyOf(target) > storeyOf(path),
      ),
    ],
  },
  {
    says: 'routes import neither a repository nor anything of the database, types included',
    find: (house) => findImports(withRole(house, 'routes'), ({ target }) => isDatabase(target)),
  },
  {
    says: 'services know neither HTTP nor routes',
    find: (house) =>
      findImports(
        withRole(house, 'service'),
        ({ target }) =>
          /^fastify|^@atrium\/host\/http\/|\.routes\.ts$/.test(target) ||
          (/\/src\/(http|host)\//.test(target) && !/\/(caller|public-url|service-token)\.ts$/.test(target)),
      ),
  },
  {
    says: 'repositories know neither HTTP nor what stands above them',
    find: (house) =>
      findImports(withRole(house, 'repository'), ({ target }) =>
        /^fastify|^@atrium\/host\/http\/|\/src\/(http|host)\/|\.(routes|service|job)\.ts$/.test(target),
      ),
  },
  {
    says: 'an area never imports the repository or tables of another',
    find: (house) =>
      findImports(
        sourcesOfPrograms(house),
        ({ target }, { path }) =>
          /\.(repository|tables)\.ts$/.test(target) &&
          areaOf(path) !== undefined &&
          areaOf(target) !== undefined &&
          areaOf(path) !== areaOf(target),
      ),
  },
  {
    says: 'a table is named only in the room that describes it',
    find(house) {
      const rooms = roomsOfTables(house);
      return sourcesOfPrograms(house).flatMap((file) =>
        tablesIn(file)
          .filter((table) => rooms.has(table) && rooms.get(table) !== roomOf(file.path))
          .map((table) => `${file.path} → ${table} of ${rooms.get(table)}`),
      );
    },
  },
  {
    says: 'areas query in their repositories only',
    find: (house) =>
      findFiles(
        sourcesOfPrograms(house),
        (file) =>
          areaOf(file.path) !== undefined &&
          !file.path.endsWith('.repository.ts') &&
          (file.sql.length > 0 || tablesIn(file).length > 0),
      ),
  },
  {
    says: 'only context.ts creates providers and the database',
    find: (house) =>
      findImports(
        sources(house).filter(({ path }) => path !== `${SOURCES}context.ts`),
        ({ target, names, isTypeOnly }, { path }) =>
          !isTypeOnly &&
          ['providers', 'database'].some(
            (room) => target.startsWith(`${SOURCES}${room}/`) && roomOf(path) !== `server/${room}`,
          ) &&
          names.some((name) => MAKERS.test(name) && !opensForCommand(name, path)),
      ),
  },
  {
    says: 'areas ask the context for time and chance',
    find: (house) =>
      findFiles(
        sourcesOfPrograms(house),
        ({ path, text }) =>
          areaOf(path) !== undefined &&
          /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\(/.test(text),
      ),
  },
  {
    says: "areas take the addresses of the console's pages from the contract",
    find: (house) =>
      findFiles(
        sources(house),
        ({ path, strings }) =>
          areaOf(path) !== undefined && strings.some((text) => /^\/(console|index)\/(?!v1\/)/.test(text)),
      ),
  },
  {
    says: 'the environment is read in config.ts only',
    find: (house) =>
      findFiles(
        sourcesOf(house),
        ({ path, readsEnvironment }) => readsEnvironment && path !== `${SOURCES}config.ts`,
      ),
  },
  {
    says: 'migrations are numbered without gaps',
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
    says: 'a migration says in its first line whether the release before can live with it, and why',
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
