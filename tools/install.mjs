// Plain JavaScript for Node 20: this runs before the pinned Node 24 is there.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalledByNpm } from './installed-by-npm.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The pinned Node 24, which everything but these tools runs on. */
export const pinnedNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

const stamp = join(root, 'node_modules', '.atrium-installed');

/**
 * Packages that are installed: `product` to build and run it, about half of all; `all` also to check, test and measure.
 * @typedef {'product' | 'all'} Extent
 */

/** Stamp of an installation: the platform, because a checkout may move between machines, the lock file and the extent. */
function stampOf(/** @type {Extent} */ extent) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return `${process.platform}-${process.arch} ${createHash('sha256').update(lock).digest('hex')} ${extent}\n`;
}

function isInstalled(/** @type {Extent} */ extent) {
  if (!existsSync(pinnedNode)) return false;
  const found = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (found === stampOf('all') || found === stampOf(extent)) return true;
  if (!hasRunNpm()) return false;
  writeFileSync(stamp, stampOf('all'));
  return true;
}

/** Whether npm itself installed the packages, which leaves a lockfile of its own. */
function hasRunNpm() {
  const notes = join(root, 'node_modules', '.package-lock.json');
  /** @type {(file: string) => object} */
  const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
  return existsSync(notes) && isInstalledByNpm(read(join(root, 'package-lock.json')), read(notes));
}

/** Installs the locked packages that are missing or that the lock file has changed since. */
export async function installMissing(/** @type {Extent} */ extent) {
  if (isInstalled(extent)) return;
  const isFresh = !existsSync(join(root, 'node_modules'));
  console.error(isFresh ? 'Installing dependencies (once) …' : 'Bringing dependencies up to date …');
  const code = await npm([...commandOf(extent), '--loglevel=error', '--no-audit', '--no-fund']);
  if (code !== 0)
    throw new Error(`npm could not install the dependencies (exit code ${code}); its reason stands above.`);
  if (!existsSync(pinnedNode)) {
    throw new Error(
      'npm installed the dependencies without Node 24; allow install scripts (npm config get ignore-scripts).',
    );
  }
  await removeUnused();
  writeFileSync(stamp, stampOf(extent));
}

/** Removes a fifth of the installed files: Node's headers, for compiling packages, and the packages' source maps. */
async function removeUnused() {
  const modules = join(root, 'node_modules');
  const unused = readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.map$|node-[\w-]+[\\/]include$/.test(path),
  );
  await Promise.all(unused.map((path) => rm(join(modules, path), { recursive: true, force: true })));
}

/** @type {(extent: Extent) => string[]} */
function commandOf(extent) {
  if (extent === 'product') {
    const workspaces = [
      '--workspace=packages/server',
      '--workspace=packages/console',
      '--include-workspace-root',
    ];
    return ['ci', '--omit=dev', ...workspaces];
  }
  // `npm ci` removes everything first, but an Atrium may be running from this folder, so tests only add
  // packages.
  const command = isInstalled('product') ? ['install', '--no-save'] : ['ci'];
  // With NODE_ENV=production npm would omit, or even remove, the packages that tests need.
  return [...command, '--include=dev'];
}

/**
 * For installations beside an Atrium that serves from this folder: npm removes packages before it installs,
 * including PostgreSQL and programs that are started later.
 */
export async function installUnlessUsed() {
  if (isInstalled('product')) return;
  if (existsSync(join(root, 'node_modules'))) {
    throw new Error(
      'This release needs other packages than are installed: stop the Atrium that runs from this folder, then run npm ci.',
    );
  }
  await installMissing('product');
}

/** Runs npm with the npm that started us, so that a machine with several keeps to one. */
function npm(args) {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') ? runCommand(process.execPath, [script, ...args]) : runCommand('npm', args);
}

/** Environment in which `node` and the tools of node_modules/.bin are the pinned ones. */
export function pinnedEnvironment(more = {}) {
  const separator = process.platform === 'win32' ? ';' : ':';
  const path = [dirname(pinnedNode), join(root, 'node_modules', '.bin'), process.env.PATH].join(separator);
  return { ...process.env, ...more, PATH: path };
}

/** For the product: caches compiled code next to the packages, so that the next start doesn't compile again. */
export function productEnvironment() {
  const kept = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'compiled');
  return pinnedEnvironment({ NODE_COMPILE_CACHE: kept });
}

/** Runs a command with our output streams and no input; resolves to its exit code. */
export function runCommand(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options });
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? `signal ${signal}`));
  });
}
