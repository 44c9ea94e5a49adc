import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { areaRules } from './tools/architecture/area-rules.ts';
import { consoleRules } from './tools/architecture/console-rules.ts';
import { documentRules } from './tools/architecture/document-rules.ts';
import { packageRules } from './tools/architecture/package-rules.ts';
import { readCodebase } from './tools/architecture/rule.ts';
import { securityRules } from './tools/architecture/security-rules.ts';
import { serverRules } from './tools/architecture/server-rules.ts';

// The rules of CONTRIBUTING.md that lint cannot say; tools/architecture/*.test.ts try each on violations.

const codebase = readCodebase(import.meta.dirname);

describe.each([
  { part: 'between packages', rules: packageRules },
  { part: 'in server and runtime', rules: serverRules },
  { part: 'in an area', rules: areaRules },
  { part: 'in the console', rules: consoleRules },
  { part: 'documents', rules: documentRules },
  { part: 'security', rules: securityRules },
])('$part', ({ rules }) => {
  test.each(rules)('$title', ({ find }) => {
    expect(find(codebase)).toEqual([]);
  });
});

test('each package of the lock file is pinned by a sha512 checksum', () => {
  const text = readFileSync(join(import.meta.dirname, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as {
    packages: Record<string, { link?: boolean; integrity?: string }>;
  };
  const unpinned = Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    .map(([path]) => path);
  expect(unpinned).toEqual([]);
});
