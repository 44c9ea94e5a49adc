// `npm run build`: builds the console when what it is made of has changed. Plain JavaScript for Node 20.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installMissing, pinnedEnvironment, pinnedNode, root, runCommand } from './install.mjs';

const distFolder = join(root, 'packages', 'console', 'dist');
const stamp = join(distFolder, '.atrium-built');

/** Sources of the console's files. */
const inputs = [
  'package-lock.json',
  'packages/console/index.html',
  ...readdirSync(join(root, 'packages', 'console'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `packages/console/${name}`),
  'packages/console/public',
  'packages/console/src',
  'packages/contract/src',
  'packages/diff/src',
  'packages/widget/src',
  'packages/server/src/articles',
];

/** Builds the console unless the last build was made of the same files. */
export async function buildWhenChanged() {
  const wanted = hashOfInputs();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Building the console …');
  rmSync(stamp, { force: true });
  // The pages for visitors are drawn with the shipped articles in them.
  const articles = join(root, 'node_modules', '.cache', 'atrium-public-articles.json');
  const written = await runCommand(pinnedNode, [join(root, 'tools', 'public-articles.mjs'), articles], {
    cwd: root,
    env: pinnedEnvironment({}),
  });
  if (written !== 0) throw new Error(`The articles could not be read (exit code ${written}).`);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const code = await runCommand(pinnedNode, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'packages', 'console'),
    env: pinnedEnvironment({ NODE_ENV: 'production', ATRIUM_PRERENDER_DATA: articles }),
  });
  if (code !== 0)
    throw new Error(`The console could not be built (exit code ${code}); the reason stands above.`);
  writeFileSync(stamp, wanted);
}

function hashOfInputs() {
  const hash = createHash('sha256');
  for (const input of inputs) addTo(hash, input);
  return `${hash.digest('hex')}\n`;
}

function addTo(hash, path) {
  const full = join(root, path);
  if (!existsSync(full)) return;
  let names;
  try {
    names = readdirSync(full).sort();
  } catch {
    const content = readFileSync(full);
    hash.update(`${path}\0${content.length}\0`).update(content);
    return;
  }
  // Tests are not part of the build.
  for (const name of names) if (!/\.test\.tsx?$/.test(name)) addTo(hash, `${path}/${name}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await installMissing('product');
  await buildWhenChanged();
}
