import { ASVS_ROWS } from './asvs-rows.ts';
import type { House, Rule } from './rule.ts';

const DOCUMENT = 'docs/security.md';
const STATES = ['held', 'by construction', 'does not apply', 'open'] as const;

/** A requirement as the document answers it. */
interface Row {
  number: string;
  state: string;
  proof: string;
}

const ROW = new RegExp(`^\\| (\\d+\\.\\d+\\.\\d+) \\| [^|]+ \\| (${STATES.join('|')}) \\| (.+) \\|$`);
const SUM = /^\| (?:V(\d+) [^|]+|All) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/;
/** `accounts/security.test.ts`: “the title of a test”. */
const TEST = /`([\w./-]+)`: “([^”]+)”/g;
const FILE = /`([\w./-]+\.(?:tsx?|mjs|sql|md|sh))`/g;

function linesOf({ documents }: House): string[] {
  return documents.find(({ path }) => path === DOCUMENT)?.text.split('\n') ?? [];
}

function readRows(house: House): Row[] {
  return linesOf(house).flatMap((line) => {
    const [, number = '', state = '', proof = ''] = ROW.exec(line) ?? [];
    return number === '' ? [] : [{ number, state, proof }];
  });
}

/** A file is named by as much of the end of its path as makes it one. */
function pathsOf({ paths }: House, name: string): string[] {
  return paths.filter((path) => path === name || path.endsWith(`/${name}`));
}

function findUnproved(house: House, { number, proof }: Row): string[] {
  const tests = [...proof.matchAll(TEST)];
  if (tests.length === 0) return [`${number} names no test`];
  return tests.flatMap(([, name = '', title = '']) => {
    const paths = pathsOf(house, name);
    if (paths.length !== 1) return [`${number}: ${name} means ${paths.length} files`];
    const file = house.files.find(({ path }) => path === paths[0]);
    return file?.testTitles.includes(title) ? [] : [`${number}: ${name} has no test “${title}”`];
  });
}

/** Rows by chapter (`1`) and all together (undefined), counted by state. */
function countOf(rows: Row[], chapter: string | undefined): string {
  const counted = rows.filter(({ number }) => chapter === undefined || number.startsWith(`${chapter}.`));
  const counts = STATES.map((state) => counted.filter((row) => row.state === state).length);
  return [...counts, counted.length].join(' ');
}

/** What docs/security.md says of each requirement is kept true, as far as a program can tell. */
export const securityRules: Rule[] = [
  {
    says: 'the table of security has each row of the standard once, in order, and each with a state',
    find: (house) => {
      const numbers = readRows(house).map(({ number }) => number);
      const listed = linesOf(house).flatMap((line) => /^\| (\d+\.\d+\.\d+) \|/.exec(line)?.[1] ?? []);
      return [
        ...ASVS_ROWS.filter((number) => !numbers.includes(number)).map((number) => `${number} is missing`),
        ...listed
          .filter((number, index) => number !== ASVS_ROWS[index])
          .map((number) => `${number} stands wrong`),
      ];
    },
  },
  {
    says: 'a row of security that is held names tests that exist',
    find: (house) =>
      readRows(house)
        .filter(({ state }) => state === 'held')
        .flatMap((row) => findUnproved(house, row)),
  },
  {
    says: 'a row of security that is held by construction names the file, and each file named exists',
    find: (house) =>
      readRows(house).flatMap(({ number, state, proof }) => {
        const names = [...proof.matchAll(FILE)].map(([, name = '']) => name);
        if (state === 'by construction' && names.length === 0) return [`${number} names no file`];
        return names
          .filter((name) => pathsOf(house, name).length !== 1)
          .map((name) => `${number}: ${name} means ${pathsOf(house, name).length} files`);
      }),
  },
  {
    says: 'the sums of the table of security are those of its rows',
    find: (house) => {
      const rows = readRows(house);
      const sums = linesOf(house).flatMap((line) => {
        const found = SUM.exec(line);
        return found === null ? [] : [{ chapter: found[1], counts: found.slice(2).join(' ') }];
      });
      const chapters = [...new Set(ASVS_ROWS.map((number) => number.split('.')[0])), undefined];
      return chapters.flatMap((chapter) => {
        const counts = sums.filter((sum) => sum.chapter === chapter).map((sum) => sum.counts);
        const right = countOf(rows, chapter);
        const name = chapter === undefined ? 'All' : `V${chapter}`;
        return counts.length === 1 && counts[0] === right
          ? []
          : [`${name} is ${right}, not ${counts.join()}`];
      });
    },
  },
];
