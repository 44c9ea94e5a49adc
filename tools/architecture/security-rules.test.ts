import { expect, test } from 'vitest';
import { ASVS_ROWS } from './asvs-rows.ts';
import { codebaseOf } from './rule.ts';
import { securityRules } from './security-rules.ts';

const HELD = 'held | `a/x.test.ts`: “it holds”';
const TESTS = `test('it holds', () => {});
test.skip('it is skipped', () => {});
test.each([1])('it holds for %s', () => {});
describe('a part', () => {});
test.step(\`it holds \${twice}\`, () => {});`;

/** A document in which every row is held by a test, but for the states that are given. */
function documentWith(states: Record<string, string> = {}, rows = ASVS_ROWS): string {
  const stateOf = (number: string) => states[number] ?? HELD;
  const lines = rows.map((number) => `| ${number} | Something | ${stateOf(number)} |`);
  return lines.join('\n');
}

/** What each rule says of a document, by the number of the rule. */
function findIn(text: string): number[] {
  const codebase = codebaseOf([
    ['docs/security.md', () => text],
    ['packages/a/x.test.ts', () => TESTS],
    ['packages/b/y.ts', () => ''],
    ['packages/c/y.ts', () => ''],
  ]);
  return securityRules.flatMap(({ find }, index) => (find(codebase).length === 0 ? [] : [index]));
}

test('a document in which all is as it says breaks no rule', () => {
  expect(findIn(documentWith())).toEqual([]);
  const states = {
    '1.1.1': 'held | `packages/a/x.test.ts`: “it holds for %s”, `a/x.test.ts`: “it holds ${twice}”',
    '1.1.2': 'by construction | All is made in `b/y.ts`',
    '1.2.1': 'does not apply | There is none',
    '17.3.2': 'open | Not yet',
  };
  expect(findIn(documentWith(states))).toEqual([]);
});

test('a row that is missing, twice, unknown or without a state is found', () => {
  expect(findIn('')).toEqual([0]);
  expect(findIn(documentWith({}, ASVS_ROWS.slice(1)))).toEqual([0]);
  expect(findIn(documentWith({}, [...ASVS_ROWS, '17.3.2']))).toEqual([0]);
  expect(findIn(documentWith({}, [...ASVS_ROWS, '17.9.9']))).toEqual([0]);
  expect(findIn(documentWith({ '1.1.1': 'nearly | `a/x.test.ts`: “it holds”' }))).toContain(0);
});

test('a row that is held without a test, or by one that is not there or skipped, is found', () => {
  for (const proof of [
    'It is tested',
    '`a/x.test.ts`',
    '`a/gone.test.ts`: “it holds”',
    '`a/x.test.ts`: “it is skipped”',
    '`a/x.test.ts`: “a part”',
    '`a/x.test.ts`: “it holds”, `a/x.test.ts`: “it also holds”',
  ]) {
    expect(findIn(documentWith({ '1.1.1': `held | ${proof}` })), proof).toContain(1);
  }
});

test('a row that is held by construction without a file, or a file that is not there or not one, is found', () => {
  for (const proof of ['All is made so', 'See `b/gone.ts`', 'See `y.ts`']) {
    expect(findIn(documentWith({ '1.1.1': `by construction | ${proof}` })), proof).toEqual([2]);
  }
});
