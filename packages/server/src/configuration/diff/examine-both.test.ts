import { mergeFavouring } from '@atrium/diff/favour';
import { expect, test } from 'vitest';
import { examineBoth } from './examine-both.ts';

const base = 'a;\nb;\nc;\n';
const remote = 'a;\nb;\ntheirs;\n';

test('line endings or a byte order mark alone are no conflict, as in the merge that is submitted', () => {
  const local = `\uFEFF${base.replaceAll('\n', '\r\n')}`;
  expect(examineBoth('a.js', [local, remote], base)).toMatchObject({ conflicts: 0 });
  expect(mergeFavouring('local', base, local, remote)).toBe(`\uFEFF${remote.replaceAll('\n', '\r\n')}`);
});

test('a change of the same line is a conflict in other line endings, too', () => {
  const local = 'a;\r\nb;\r\nmine;\r\n';
  expect(examineBoth('a.js', [local, remote], base)).toMatchObject({ conflicts: 1 });
});
