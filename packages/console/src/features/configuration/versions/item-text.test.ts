import { expect, test } from 'vitest';
import { itemText } from './item-text.ts';

test('an item is compared line by line, with its metadata, as its files have them', () => {
  const source = 'export default function tea() {\n  return "green";\n}\n';
  expect(itemText('functions', { name: 'tea', source, id: '7' })).toBe(
    `// tea.js\n${source}\n// tea.meta.js\nexport default {\n  id: "7",\n};\n`,
  );
  expect(itemText('orders', { name: 'all', entries: [1, 2] })).toMatch(/^\/\/ all\.js\nexport default \[/);
  expect(itemText('functions', null)).toBeNull();
});
