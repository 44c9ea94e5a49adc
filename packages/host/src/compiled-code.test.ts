import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { COMPILED_FOLDER } from './compiled-code.ts';

test('compiled code is kept where the tools keep it, in the folder of what is installed', () => {
  const root = join(import.meta.dirname, '../../..');
  expect(COMPILED_FOLDER).toBe([root, 'node_modules', '.cache', 'compiled'].join(sep));
  const tools = readFileSync(join(root, 'tools/install.mjs'), 'utf8');
  expect(tools).toContain(`join(root, 'node_modules', '.cache', 'compiled')`);
});
