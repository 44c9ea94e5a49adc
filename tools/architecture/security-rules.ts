import { ASVS_ROWS } from './asvs-rows.ts';
import type { Codebase, Rule } from './rule.ts';

const DOCUMENT = 'docs/asvs.md';
const STATES = ['held', 'by construction', 'n/a', 'open'] as const;

/** A requirement as the document answers it. */
interface Row {
  number: string;
  state: string;
  proof: string;
}

const NUMBER = String.raw`\d+\.\d+\.\d+`;
const ROW = new RegExp(`^\\| (${NUMBER})(?:–(${NUMBER}))? \\| [^|]+ \\| (${STATES.join('|')}): (.+) \\|$`);
/** `as 3.3.1`: proved by the tests of that row. */
const SAME = new RegExp(`^as (${NUMBER})$`);
const SUM = /Of (\d+) requirements, (\d+) are held, (\d+) by construction, (\d+) n\/a and (\d+) open\./;
/** `accounts/security.test.ts`: “the title of a test”. */
const TEST = /`([\w./-]+)`: “([^”]+)”/g;
const FILE = /`([\w./-]+\.(?:tsx?|mjs|sql|md|sh))`/g;

function linesOf({ documents }: Codebase): string[] {
  return documents.find(({ path }) => path === DOCUMENT)?.text.split('\n') ?? [];
}

/** Every requirement from the first to the last, which must both be of the standard. */
function numbersFrom(first: string, last: string): string[] {
  const [from, to] = [ASVS_ROWS.indexOf(first), ASVS_ROWS.indexOf(last)];
  return from < 0 || to <= from ? [first, last] : ASVS_ROWS.slice(from, to + 1);
}

/** One row per requirement; a line may answer several in succession only if they don't apply. */
function readRows(codebase: Codebase): Row[] {
  return linesOf(codebase).flatMap((line) => {
    const [, first = '', last, state = '', proof = ''] = ROW.exec(line) ?? [];
    if (first === '' || (last !== undefined && state !== 'n/a')) return [];
    const numbers = last === undefined ? [first] : numbersFrom(first, last);
    return numbers.map((number) => ({ number, state, proof }));
  });
}

function proofOf(codebase: Codebase, proof: string): string {
  const number = SAME.exec(proof)?.[1];
  if (number === undefined) return proof;
  const row = readRows(codebase).find((each) => each.number === number);
  return row?.state === 'held' ? row.proof : proof;
}

/** A file is named by as much of the end of its path as makes it one. */
function pathsOf({ paths }: Codebase, name: string): string[] {
  return paths.filter((path) => path === name || path.endsWith(`/${name}`));
}

function findUnproved(codebase: Codebase, { number, proof }: Row): string[] {
  const tests = [...proofOf(codebase, proof).matchAll(TEST)];
  if (tests.length === 0) return [`${number} names no test`];
  return tests.flatMap(([, name = '', title = '']) => {
    const paths = pathsOf(codebase, name);
    if (paths.length !== 1) return [`${number}: ${name} means ${paths.length} files`];
    const file = codebase.files.find(({ path }) => path === paths[0]);
    return file?.testTitles.includes(title) ? [] : [`${number}: ${name} has no test “${title}”`];
  });
}

/** Rules that keep docs/asvs.md in step with the tests and files it names. */
export const securityRules: Rule[] = [
  {
    title: 'the security table has each row of the standard once, in order, with a state',
    find: (codebase) => {
      const numbers = readRows(codebase).map(({ number }) => number);
      const isRow = new RegExp(`^\\| ${NUMBER}[ –]`);
      return [
        ...ASVS_ROWS.filter((number) => !numbers.includes(number)).map((number) => `${number} is missing`),
        ...numbers
          .filter((number, index) => number !== ASVS_ROWS[index])
          .map((number) => `${number} is in the wrong place`),
        ...linesOf(codebase).filter((line) => isRow.test(line) && !ROW.test(line)),
      ];
    },
  },
  {
    title: 'the sum of the security table counts its rows by state',
    find: (codebase) => {
      const rows = readRows(codebase);
      const counts = STATES.map((state) => rows.filter((row) => row.state === state).length);
      const [, ...sum] = SUM.exec(linesOf(codebase).join(' ')) ?? [];
      const expected = [rows.length, ...counts].join(' ');
      return sum.join(' ') === expected ? [] : [`counted: ${expected}`];
    },
  },
  {
    title: 'a security row that is held names tests that exist',
    find: (codebase) =>
      readRows(codebase)
        .filter(({ state }) => state === 'held')
        .flatMap((row) => findUnproved(codebase, row)),
  },
  {
    title: 'a security row held by construction names files that exist',
    find: (codebase) =>
      readRows(codebase).flatMap(({ number, state, proof }) => {
        const names = [...proof.matchAll(FILE)].map(([, name = '']) => name);
        if (state === 'by construction' && names.length === 0) return [`${number} names no file`];
        return names
          .filter((name) => pathsOf(codebase, name).length !== 1)
          .map((name) => `${number}: ${name} means ${pathsOf(codebase, name).length} files`);
      }),
  },
];
