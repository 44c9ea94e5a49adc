import { expect, test } from 'vitest';
import { isSameMetadata } from './closer-look.ts';

test('ids, acl, folder, timestamps and linked ids do not make a difference; everything else does', () => {
  const local = 'export default { id: "1", acl: ["a"], createdOn: "then", tags: ["x"], order: 1 };';
  const other = '// moved\nexport default { order: 1, tags: ["x"], id: "2", folder: "f", linkedIds: [1] };';
  expect(isSameMetadata(local, other, 'content')).toBe(true);
  expect(isSameMetadata(local, other.replace('"x"', '"y"'), 'content')).toBe(false);
  expect(isSameMetadata(local, 'export default make();', 'content')).toBe(false);
});
