import { ASVS_ROWS } from './asvs-rows.ts';
import type { Codebase, Rule } from './rule.ts';

const DOCUMENT = 'docs/security.md';
const STATES = ['held', 'by construction', 'does not apply', 'open'] as const;

/** A requirement as the document answers it. */
interface Row {
  number: string;
  state: string;
  proof: string;
}

const ROW = new RegExp(`^\\| (\\d+\\.\\d+\\.\\d+) \\| [^|]+ \\| (${STATES.join('|')}) \\| (.+) \\|$`);
/** `accounts/security.test.ts`: “the title of a test”. */
const TEST = /`([\w./-]+)`: “([^”]+)”/g;
const FILE = /`([\w./-]+\.(?:tsx?|mjs|sql|md|sh))`/g;

function linesOf({ documents }: Codebase): string[] {
  return documents.find(({ path }) => path === DOCUMENT)?.text.split('\n') ?? [];
}

function readRows(codebase: Codebase): Row[] {
  return linesOf(codebase).flatMap((line) => {
    const [, number = '', state = '', proof = ''] = ROW.exec(line) ?? [];
    return number === '' ? [] : [{ number, state, proof }];
  });
}

/** A file is named by as much of the end of its path as makes it one. */
function pathsOf({ paths }: Codebase, name: string): string[] {
  return paths.filter((path) => path === name || path.endsWith(`/${name}`));
}

function findUnproved(codebase: Codebase, { number, proof }: Row): string[] {
  const tests = [...proof.matchAll(TEST)];
  if (tests.length === 0) return [`${number} names no test`];
  return tests.flatMap(([, name = '', title = '']) => {
    const paths = pathsOf(codebase, name);
    if (paths.length !== 1) return [`${number}: ${name} means ${paths.length} files`];
    const file = codebase.files.find(({ path }) => path === paths[0]);
    return file?.testTitles.includes(title) ? [] : [`${number}: ${name} has no test “${title}”`];
  });
}

/** Rules that keep docs/security.md in step with the tests and files it names. */
export const securityRules: Rule[] = [
  {
    title: 'the security table has each row of the standard once, in order, with a state',
    find: (codebase) => {
      const numbers = readRows(codebase).map(({ number }) => number);
      const listed = linesOf(codebase).flatMap((line) => /^\| (\d+\.\d+\.\d+) \|/.exec(line)?.[1] ?? []);
      return [
        ...ASVS_ROWS.filter((number) => !numbers.includes(number)).map((number) => `${number} is missing`),
        ...listed
          .filter((number, index) => number !== ASVS_ROWS[index])
          .map((number) => `${number} stands wrong`),
      ];
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
