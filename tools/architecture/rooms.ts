import { AREAS, type House, sourcesOf } from './rule.ts';

/** A program that is built of areas: which rooms it has, from the ground up. */
interface Program {
  name: string;
  sources: string;
  areas: string[];
  /** Each imports only what stands below it or beside it. */
  storeys: RegExp[];
}

const roomsNamed = (names: string[]) => new RegExp(`^(${names.join('|')})/`);

/**
 * Descriptions of tables stand at the ground, wherever their files are: `schema.ts` puts them together for all who
 * query.
 */
const GROUND = /\.tables\.ts$/;
export const RUNTIME_AREAS = ['configuration', 'content', 'functions', 'invocations', 'storage', 'tests'];

const PROGRAMS: Program[] = [
  {
    name: 'server',
    sources: 'packages/server/src/',
    areas: AREAS,
    storeys: [
      new RegExp(
        `^(clock|config|paths|plain-address|public-address|setting-values|settings-together|tracing-values|utc)\\.ts$|${GROUND.source}`,
      ),
      /^database\/schema\.ts$/,
      roomsNamed(['database', 'http', 'jobs', 'providers', 'secrets']),
      roomsNamed([...AREAS, 'events']),
      /^(context|person-tables|sealed-columns)\.ts$/,
      /^((app|all-jobs|call-rules|routes|slow-app)\.ts$|demo\/)/,
      roomsNamed(['start', 'commands']),
      /^(main|slow-calls)\.ts$/,
    ],
  },
  {
    name: 'runtime',
    sources: 'packages/runtime/src/',
    areas: RUNTIME_AREAS,
    storeys: [
      new RegExp(`^settings\\.ts$|${GROUND.source}`),
      /^database\/schema\.ts$/,
      roomsNamed(['database', 'sandbox', 'services']),
      roomsNamed(['host', 'metering']),
      roomsNamed(RUNTIME_AREAS),
      /^(context|person-tables)\.ts$/,
      /^(app|probes)\.ts$/,
      /^start-services\.ts$/,
      /^(main|slow-calls)\.ts$/,
    ],
  },
];

const programOf = (path: string) => PROGRAMS.find(({ sources }) => path.startsWith(sources));

/** Sources of the programs that are built of areas. */
export const sourcesOfPrograms = (house: House) => PROGRAMS.flatMap(({ name }) => sourcesOf(house, name));

export const withRole = (house: House, role: string) =>
  sourcesOfPrograms(house).filter(({ path }) => path.endsWith(`.${role}.ts`));

/** The program and the folder of a file, or the file itself where it stands in none. */
export function roomOf(path: string): string {
  const program = programOf(path);
  return program ? `${program.name}/${path.slice(program.sources.length).split('/')[0]}` : path;
}

/** The name of the area that a file belongs to; undefined for any other room. */
export function areaOf(path: string): string | undefined {
  const program = programOf(path);
  return program?.areas.find((area) => path.startsWith(`${program.sources}${area}/`));
}

/** A file above all storeys has none: -1. */
export function storeyOf(path: string): number {
  const program = programOf(path);
  return program?.storeys.findIndex((rooms) => rooms.test(path.slice(program.sources.length))) ?? -1;
}

export const isOfSameProgram = (path: string, other: string) =>
  programOf(path) !== undefined && programOf(path) === programOf(other);
