import { expect, test } from 'vitest';
import { ASVS_ROWS } from './asvs-rows.ts';
import { codebaseOf } from './rule.ts';
import { securityRules } from './security-rules.ts';

const HELD = 'held: `a/x.test.ts`: “it holds”';
const TESTS = `test('it holds', () => {});
test.skip('it is skipped', () => {});
test.each([1])('it holds for %s', () => {});
describe('a part', () => {});
test.step(\`it holds \${twice}\`, () => {});`;

/** A document in which every row is held by a test, but for the states that are given. */
function documentWith(states: Record<string, string> = {}, rows = ASVS_ROWS): string {
  const stateOf = (number: string) => states[number] ?? HELD;
  const lines = rows.map((number) => `| ${number} | Something | ${stateOf(number)} |`);
  return [sumOf(rows.map(stateOf)), ...lines].join('\n');
}

function sumOf(rows: string[], more = 0): string {
  const countOf = (state: string) => rows.filter((row) => row.startsWith(`${state}: `)).length;
  return `Of ${rows.length + more} requirements, ${countOf('held')} are held, ${countOf('by construction')} by construction, ${countOf('n/a') + more} n/a and ${countOf('open')} open.`;
}

/** Findings of each rule in a document, by the number of the rule. */
function findIn(text: string): number[] {
  const codebase = codebaseOf([
    ['docs/asvs.md', () => text],
    ['packages/a/x.test.ts', () => TESTS],
    ['packages/b/y.ts', () => ''],
    ['packages/c/y.ts', () => ''],
  ]);
  return securityRules.flatMap(({ find }, index) => (find(codebase).length === 0 ? [] : [index]));
}

test('a document in which all is as it says breaks no rule', () => {
  expect(findIn(documentWith())).toEqual([]);
  const states = {
    '1.1.1': 'held: `packages/a/x.test.ts`: “it holds for %s”, `a/x.test.ts`: “it holds ${twice}”',
    '1.1.2': 'by construction: All is made in `b/y.ts`',
    '1.2.1': 'n/a: There is none',
    '1.2.2': 'held: as 1.1.1',
    '17.3.2': 'open: Not yet',
  };
  expect(findIn(documentWith(states))).toEqual([]);
});

/** The last seven rows as one, which answers the whole chapter. */
function withRange(range: string, state = 'n/a: No WebRTC'): string {
  const others = ASVS_ROWS.slice(0, -7);
  const lines = others.map((number) => `| ${number} | Something | ${HELD} |`);
  return [
    sumOf(
      lines.map(() => HELD),
      7,
    ),
    ...lines,
    `| ${range} | WebRTC | ${state} |`,
  ].join('\n');
}

test('several rows in succession are answered by one only where they do not apply', () => {
  expect(findIn(withRange('17.1.1–17.3.2'))).toEqual([]);
  expect(findIn(withRange('17.1.1–17.3.2', HELD))).toContain(0);
  for (const range of ['17.1.1–17.3.1', '17.2.1–17.3.2', '17.1.1–17.9.9', '17.3.2–17.1.1', '17.1.1–17.1.1']) {
    expect(findIn(withRange(range)), range).toContain(0);
  }
});

test('a sum that is missing or wrong is found', () => {
  const text = documentWith({ '1.1.1': 'open: Not yet' });
  expect(findIn(text)).toEqual([]);
  expect(findIn(text.replace(/^Of .*\n/, ''))).toEqual([1]);
  expect(findIn(text.replace('1 open', '2 open'))).toEqual([1]);
  expect(findIn(text.replace('| open: Not yet |', `| ${HELD} |`))).toEqual([1]);
});

test('a row that is missing, twice, unknown or without a state is found', () => {
  expect(findIn('')).toEqual([0, 1]);
  expect(findIn(documentWith({}, ASVS_ROWS.slice(1)))).toEqual([0]);
  expect(findIn(documentWith({}, [...ASVS_ROWS, '17.3.2']))).toEqual([0]);
  expect(findIn(documentWith({}, [...ASVS_ROWS, '17.9.9']))).toEqual([0]);
  expect(findIn(documentWith({ '1.1.1': 'nearly: `a/x.test.ts`: “it holds”' }))).toContain(0);
});

test('a row that is held without a test, or by one that is not there or skipped, is found', () => {
  for (const proof of [
    'It is tested',
    '`a/x.test.ts`',
    '`a/gone.test.ts`: “it holds”',
    '`a/x.test.ts`: “it is skipped”',
    '`a/x.test.ts`: “a part”',
    '`a/x.test.ts`: “it holds”, `a/x.test.ts`: “it also holds”',
    'as 1.1.1',
    'as 17.9.9',
  ]) {
    expect(findIn(documentWith({ '1.1.1': `held: ${proof}` })), proof).toContain(2);
  }
});

test('a row that is held by construction without a file, or a file that is not there or not one, is found', () => {
  for (const proof of ['All is made so', 'See `b/gone.ts`', 'See `y.ts`']) {
    expect(findIn(documentWith({ '1.1.1': `by construction: ${proof}` })), proof).toEqual([3]);
  }
});

test('the tests of another row prove a row only if that one names them itself', () => {
  for (const state of ['by construction: All is made in `b/y.ts`', 'open: Not yet', 'held: as 1.1.2']) {
    expect(findIn(documentWith({ '1.1.1': 'held: as 1.1.2', '1.1.2': state })), state).toContain(2);
  }
});
