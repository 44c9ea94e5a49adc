import { expect, test } from 'vitest';
import { isInstalledByNpm } from './installed-by-npm.mjs';

const machine = { platform: 'linux', arch: 'x64' } as typeof process;
const link = { resolved: 'packages/host', link: true };
const lock = {
  packages: {
    '': { name: 'atrium' },
    'node_modules/@atrium/host': link,
    'packages/host': { version: '0.1.0' },
    'node_modules/pg': { version: '8.0.0', integrity: 'sha512-pg' },
    'node_modules/fast-linux': { version: '1.0.0', integrity: 'sha512-l', optional: true, os: ['linux'] },
    'node_modules/fast-darwin': { version: '1.0.0', integrity: 'sha512-d', optional: true, os: ['darwin'] },
  },
};
const { '': _, 'node_modules/fast-darwin': fastDarwin, ...onLinux } = lock.packages;

function isInstalled(packages: object): boolean {
  return isInstalledByNpm(lock, { packages }, machine);
}

test('what npm has installed is not installed again', () => {
  expect(isInstalled(onLinux)).toBe(true);
});

test('a missing, an older and a changed package are', () => {
  const { 'node_modules/pg': pg, ...withoutPg } = onLinux;
  expect(isInstalled(withoutPg)).toBe(false);
  expect(isInstalled({ ...onLinux, 'node_modules/pg': { ...pg, version: '7.0.0' } })).toBe(false);
  expect(isInstalled({ ...onLinux, 'node_modules/pg': { ...pg, integrity: 'sha512-x' } })).toBe(false);
  expect(isInstalled({})).toBe(false);
});

test('what was installed on another platform is', () => {
  expect(isInstalled({ ...onLinux, 'node_modules/fast-darwin': fastDarwin })).toBe(false);
});

test('notes that npm has not written count as nothing installed', () => {
  expect(isInstalledByNpm({}, {}, machine)).toBe(false);
});
