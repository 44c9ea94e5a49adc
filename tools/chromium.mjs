// Finds the browser of the end-to-end tests and benchmarks: the system's Chromium, never a download of our own.
import { findOrInstall, isExecutable, placesOf } from './debian.mjs';

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

/** Path of the system's Chromium (or `CHROMIUM_PATH`), undefined when there is none. */
export function findChromium() {
  return [process.env.CHROMIUM_PATH, ...names.flatMap(placesOf), ...places].find(
    (file) => file && isExecutable(file),
  );
}

export const MISSING_CHROMIUM =
  'The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to its program.';

/** Finds Chromium, or installs it where that is expected: on Debian as root. Undefined without one. */
export function findOrInstallChromium() {
  return findOrInstall(
    findChromium,
    'Chromium',
    packages.map((name) => [name, 'fonts-dejavu-core']),
  );
}
