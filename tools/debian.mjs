// Programs that tests need and that are no npm packages: taken from Debian where that is expected, as root on Debian.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Folders of system programs, which only root has in its PATH. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/sbin'];

export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Paths at which a program of this name may be. */
export function placesOf(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...SYSTEM_FOLDERS];
  return folders.map((folder) => join(folder, name));
}

/** Path of a program; undefined when there is none. */
export function findProgram(name) {
  return placesOf(name).find(isExecutable);
}

/**
 * Installs one package after the other until `find` finds something; returns that, or undefined where it is not ours to
 * install, or nothing helped.
 */
export function findOrInstall(find, title, packages) {
  const found = find();
  if (found || !existsSync('/etc/debian_version') || process.getuid?.() !== 0) return found;
  console.error(`Installing ${title} with apt-get (once) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = (...args) =>
    spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  aptGet('update');
  for (const names of packages) {
    aptGet('install', '-y', '--no-install-recommends', ...names);
    const installed = find();
    if (installed) return installed;
  }
  return undefined;
}
