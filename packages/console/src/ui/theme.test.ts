import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '..');

test('no class is used whose rule is left out of the style sheet', () => {
  const theme = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8');
  const leftOut = new Set(/@source not inline\("([^"]+)"\)/.exec(theme)?.[1]?.split(' '));
  expect(leftOut.size).toBeGreaterThan(0);
  const used = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !path.includes('.test.'))
    .flatMap((path) =>
      [...readFileSync(join(sources, path), 'utf8').matchAll(/className=(?:"[^"]*"|\{[^}]*\})/g)]
        .flatMap(([classes]) => classes.replace(/=== '[^']*'/g, '').match(/[\w:@-]+/g) ?? [])
        .filter((name) => leftOut.has(name))
        .map((name) => `${path}: ${name}`),
    );
  expect(used).toEqual([]);
});
