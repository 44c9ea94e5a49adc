import { expect, test } from 'vitest';
import { printLiteralModule } from '../service-api/files/literal.ts';
import { isSameMetadata } from './same-metadata.ts';

test('ids, acl, folder, timestamps and linked ids do not make a difference; everything else does', () => {
  const local = 'export default { id: "1", acl: ["a"], createdOn: "then", tags: ["x"], order: 1 };';
  const other = 'export default {\r\n order: 1, tags: ["x"], id: "2", folder: "f", linkedIds: [1],\r\n};';
  expect(isSameMetadata(local, other, 'content')).toBe(true);
  expect(isSameMetadata(local, other.replace('"x"', '"y"'), 'content')).toBe(false);
  expect(isSameMetadata(local, 'export default make();', 'content')).toBe(false);
  // Someone wrote a comment to be read.
  expect(isSameMetadata(local, `// why\n${other}`, 'content')).toBe(false);
  expect(isSameMetadata(`${local} // why\n`, `/* why */ ${other}`, 'content')).toBe(false);
  expect(isSameMetadata(`${local} // why\n`, `${other}// why\r\n`, 'content')).toBe(true);
  const link = (order: number) =>
    `export default { url: 'https://x.example', order: ${order}, id: '${order}' };`;
  expect(isSameMetadata(link(1), link(2), 'content')).toBe(false);
  expect(isSameMetadata(link(1), link(1).replace(', id', ',\nid'), 'content')).toBe(true);
});

test('the names in a schema are those of the customer, so every difference in it counts', () => {
  const collection = (id: string, properties: { [name: string]: { type: string; pattern?: string } }) =>
    printLiteralModule({ id, acl: ['ROLE_DEV'], schema: { type: 'object', properties } });
  const local = collection('products', { id: { type: 'string', pattern: '^[a-z]+$' } });
  const isSame = (other: string) => isSameMetadata(local, other, 'content');
  expect(isSame(collection('wares', { id: { type: 'string', pattern: '^[a-z]+$' } }))).toBe(true);
  expect(isSame(collection('products', { id: { type: 'string', pattern: '^[0-9]+$' } }))).toBe(false);
  expect(isSame(collection('products', { timestamp: { type: 'string', pattern: '^[a-z]+$' } }))).toBe(false);
  expect(isSame(collection('products', {}))).toBe(false);
});
