import { AREAS, type Codebase, sourcesOf } from './rule.ts';

/** A program that consists of areas, with its layers from the bottom up. */
interface Program {
  name: string;
  sources: string;
  areas: string[];
  /** Files of a layer import only from it and from those before it. */
  layers: RegExp[];
}

const foldersNamed = (names: string[]) => new RegExp(`^(${names.join('|')})/`);

/**
 * Descriptions of tables are in the lowest layer, wherever their files are: `schema.ts` combines them for all
 * repositories.
 */
const TABLES = /\.tables\.ts$/;
export const RUNTIME_AREAS = [
  'background',
  'configuration',
  'content',
  'functions',
  'invocations',
  'outbound',
  'storage',
  'tests',
  'values',
];

const PROGRAMS: Program[] = [
  {
    name: 'server',
    sources: 'packages/server/src/',
    areas: AREAS,
    layers: [
      new RegExp(
        `^(clock|config|functions-url|git-app-settings|paths|plain-address|public-address|setting-values|settings-together|time-of-day|tracing-values|utc)\\.ts$|${TABLES.source}`,
      ),
      /^database\/schema\.ts$/,
      foldersNamed(['database', 'http', 'jobs', 'providers', 'secrets']),
      foldersNamed([...AREAS, 'events']),
      /^(context|person-tables|sealed-columns)\.ts$/,
      /^((app|all-jobs|call-rules|routes|slow-app)\.ts$|(demo|functions-origin)\/)/,
      foldersNamed(['start', 'commands']),
      /^(main|slow-calls)\.ts$/,
    ],
  },
  {
    name: 'runtime',
    sources: 'packages/runtime/src/',
    areas: RUNTIME_AREAS,
    layers: [
      new RegExp(`^settings\\.ts$|${TABLES.source}`),
      /^database\/schema\.ts$/,
      foldersNamed(['database', 'sandbox', 'services']),
      foldersNamed(['host', 'metering']),
      foldersNamed(RUNTIME_AREAS),
      /^(context|person-tables)\.ts$/,
      /^(app|probes)\.ts$/,
      /^start-services\.ts$/,
      /^(main|slow-calls)\.ts$/,
    ],
  },
];

const programOf = (path: string) => PROGRAMS.find(({ sources }) => path.startsWith(sources));

/** Sources of the programs that consist of areas. */
export const sourcesOfPrograms = (codebase: Codebase) =>
  PROGRAMS.flatMap(({ name }) => sourcesOf(codebase, name));

export const withRole = (codebase: Codebase, role: string) =>
  sourcesOfPrograms(codebase).filter(({ path }) => path.endsWith(`.${role}.ts`));

/** The program and top folder of a file, or the file itself if it is in none. */
export function programFolderOf(path: string): string {
  const program = programOf(path);
  return program ? `${program.name}/${path.slice(program.sources.length).split('/')[0]}` : path;
}

/** The area of a file; undefined for files of other folders. */
export function areaOf(path: string): string | undefined {
  const program = programOf(path);
  return program?.areas.find((area) => path.startsWith(`${program.sources}${area}/`));
}

/** Index of a file's layer; -1 without one. */
export function layerOf(path: string): number {
  const program = programOf(path);
  return program?.layers.findIndex((folders) => folders.test(path.slice(program.sources.length))) ?? -1;
}

export const isOfSameProgram = (path: string, other: string) =>
  programOf(path) !== undefined && programOf(path) === programOf(other);
