// Finds the browser of the end-to-end tests and benchmarks: the system's Chromium, never a download of our own.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The shell without a window comes first: the tests take a quarter less time in it. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
/** Debian's packages of it, the better one first. */
const packages = ['chromium-headless-shell', 'chromium'];
const places = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/snap/bin/chromium',
];

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Path of the system's Chromium (or `CHROMIUM_PATH`), undefined when there is none. */
export function findChromium() {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [process.env.CHROMIUM_PATH, ...onPath, ...places].find((file) => file && isExecutable(file));
}

export const MISSING_CHROMIUM =
  'The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to its program.';

/** Finds Chromium, or installs it where that is expected: on Debian as root. Undefined without one. */
export function findOrInstallChromium(say = console.error) {
  const found = findChromium();
  if (found) return found;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say('Installing Chromium with apt-get (once) …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const aptGet = (...args) =>
      spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    aptGet('update');
    for (const name of packages) {
      aptGet('install', '-y', '--no-install-recommends', name, 'fonts-dejavu-core');
      const installed = findChromium();
      if (installed) return installed;
    }
  }
  return undefined;
}
