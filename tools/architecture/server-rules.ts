import { AREAS, findFiles, findImports, type House, type Rule, sourcesOf } from './rule.ts';
import type { SourceFile } from './source-file.ts';

const SOURCES = 'packages/server/src/';

const sources = (house: House) => sourcesOf(house, 'server');
const withRole = (house: House, role: string) =>
  sources(house).filter(({ path }) => path.endsWith(`.${role}.ts`));

/** The folder of a file, or the file itself where it stands in none. */
const roomOf = (path: string) => path.slice(SOURCES.length).split('/')[0] ?? '';
const areaOf = (path: string) => AREAS.find((area) => path.startsWith(`${SOURCES}${area}/`));

/**
 * Rooms from the ground up: each imports only what stands below it or beside it. Descriptions of tables stand at the
 * ground, wherever their files are: `schema.ts` puts them together for all who query.
 */
const STOREYS: RegExp[] = [
  /^(clock|config|paths|utc)\.ts$|\.tables\.ts$|^database\/columns\.ts$/,
  /^database\/schema\.ts$/,
  /^(database|http|jobs|providers|secrets)\//,
  new RegExp(`^(${[...AREAS, 'events'].join('|')})/`),
  /^context\.ts$/,
  /^(app\.ts|all-jobs\.ts|demo\/)/,
  /^(start|commands)\//,
  /^main\.ts$/,
];

const storeyOf = (path: string) => STOREYS.findIndex((rooms) => rooms.test(path.slice(SOURCES.length)));

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
  target.startsWith(`${SOURCES}database/`) ||
  /\.repository\.ts$/.test(target);

const PLURAL = /(?<![su])s$/;
/** Words without a singular, and services of configuration that are about several at once. */
const UNCOUNTED = /^(people|domain-settings|bases|operations|configured-services|cut-off-imports)$/;

/** Functions that make a part which the whole process shares. */
const MAKERS = /^(create|open|start)[A-Z]/;

export const serverRules: Rule[] = [
  {
    says: 'rooms of the server import only what stands below or beside them',
    find: (house) => [
      ...findFiles(sources(house), ({ path }) => storeyOf(path) < 0).map((path) => `${path} has no storey`),
      ...findImports(
        sources(house),
        ({ target }, { path }) => target.startsWith(SOURCES) && storeyOf(target) > storeyOf(path),
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
          (target.startsWith(`${SOURCES}http/`) && !/\/(caller|public-url)\.ts$/.test(target)),
      ),
  },
  {
    says: 'repositories know neither HTTP nor what stands above them',
    find: (house) =>
      findImports(withRole(house, 'repository'), ({ target }) =>
        /^fastify|^@atrium\/host\/http\/|\/src\/http\/|\.(routes|service|job)\.ts$/.test(target),
      ),
  },
  {
    says: 'an area never imports the repository or tables of another',
    find: (house) =>
      findImports(
        sources(house),
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
      return sources(house).flatMap((file) =>
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
        sources(house),
        (file) =>
          areaOf(file.path) !== undefined &&
          !file.path.endsWith('.repository.ts') &&
          (file.sql.length > 0 || tablesIn(file).length > 0),
      ),
  },
  {
    says: 'a service is a class, not an object that a function makes',
    find: (house) =>
      withRole(house, 'service').flatMap(({ path, text }) =>
        [...text.matchAll(/^export (?:async )?function \w+\([^{]*\): (?:Promise<)?(\w+)>? \{/gm)]
          .filter(([, made = '']) =>
            new RegExp(`^export interface ${made} \\{\\n(?:.*\\n)*?  \\w+\\(`, 'm').test(text),
          )
          .map(([, made]) => `${path}: ${made}`),
      ),
  },
  {
    says: 'a file with a role is named by its area, or by one thing in the singular',
    find: (house) =>
      findFiles(sources(house), ({ path }) => {
        const [, name = ''] = /([^/]+)\.(?:routes|service|repository|job|seed)\.ts$/.exec(path) ?? [];
        return (
          areaOf(path) !== undefined && name !== areaOf(path) && PLURAL.test(name) && !UNCOUNTED.test(name)
        );
      }),
  },
  {
    says: 'a job is named by its area and a verb',
    find: (house) =>
      withRole(house, 'job').flatMap(({ path, strings, text }) =>
        [...text.matchAll(/^ {2}name: '([^']*)'/gm)]
          .map(([, name = '']) => name)
          .filter(
            (name) =>
              strings.includes(name) && !new RegExp(`^${areaOf(path)}\\.[a-z]+(-[a-z]+)*$`).test(name),
          )
          .map((name) => `${path}: ${name}`),
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
            (room) => target.startsWith(`${SOURCES}${room}/`) && roomOf(path) !== room,
          ) &&
          names.some((name) => MAKERS.test(name)),
      ),
  },
  {
    says: 'areas ask the context for time and chance',
    find: (house) =>
      findFiles(
        sources(house),
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
];
