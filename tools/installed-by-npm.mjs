// Plain JavaScript for Node 20: this runs before the pinned Node 24 is there.

/**
 * @typedef {{ version?: string, resolved?: string, integrity?: string, optional?: boolean, os?: string[] | string, cpu?: string[] | string }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} Lock
 */

/**
 * Whether npm's own list of `node_modules` has all that the lock file demands on this platform: then someone has run
 * `npm ci` or `npm install` by hand, and it need not be done again.
 * @param {Lock} lock content of package-lock.json
 * @param {Lock} installed content of node_modules/.package-lock.json
 */
export function isInstalledByNpm(lock, installed, { platform, arch } = process) {
  const present = installed.packages ?? {};
  const wanted = Object.entries(lock.packages ?? {}).filter(([path]) => path !== '');
  if (wanted.length === 0) return false;
  return wanted.every(([path, entry]) => {
    const found = present[path];
    // Optional ones are for some platforms only; one for another platform was installed on another machine.
    if (found === undefined) return entry.optional === true;
    return isSame(entry, found) && names(found.os, platform) && names(found.cpu, arch);
  });
}

/** @type {(wanted: LockedPackage, found: LockedPackage) => boolean} */
function isSame(wanted, found) {
  return (
    wanted.version === found.version &&
    wanted.integrity === found.integrity &&
    // Packages of this repository have neither and are links to their folders.
    (wanted.integrity !== undefined || wanted.resolved === found.resolved)
  );
}

/** @type {(allowed: string[] | string | undefined, own: string) => boolean} */
function names(allowed, own) {
  if (allowed === undefined) return true;
  const list = [allowed].flat();
  return list.includes(own) || (list.every((name) => name.startsWith('!')) && !list.includes(`!${own}`));
}
