import { accessSync, constants, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('each week it is asked whether a package that ships has a known vulnerability', () => {
  const workflow = read('.github/workflows/audit.yml');
  // One minute of one hour on one day of the week.
  expect(workflow).toMatch(/^ {4}- cron: "\d+ \d+ \* \* \d"$/m);
  expect(workflow).toMatch(/^permissions:\n {2}contents: read$/m);
  expect(workflow.match(/^ +- run: (.+)$/m)?.[1]).toBe('.ci/audit');
  // By its commit, which no one can move.
  expect(workflow.match(/uses: (\S+)/g)).toEqual([expect.stringMatching(/@[0-9a-f]{40}$/)]);
  accessSync(join(root, '.ci/audit'), constants.X_OK);
  expect(read('.ci/audit')).toMatch(/ exec npm audit --omit=dev --package-lock-only\n$/);
});
