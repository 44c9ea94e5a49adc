import { chown, stat } from 'node:fs/promises';
import { createSecretKey } from '@atrium/host/secret-key';
import { expect, test } from 'vitest';
import { makeDataFolder } from '../../test/embedded-processes.ts';
import { SecretKeyFile } from './secret-key-file.ts';

const [NOBODY, OTHER] = [65_534, 65_533];

test.runIf(process.getuid?.() === 0)('what root writes is read by the account it belongs to', async () => {
  await using folder = await makeDataFolder();
  const file = new SecretKeyFile(folder.path);
  const ownerOf = async () => {
    const { uid, gid, mode } = await stat(file.path);
    return { uid, gid, mode: mode & 0o777 };
  };
  await chown(folder.path, NOBODY, NOBODY);
  file.write([createSecretKey()]);
  expect(await ownerOf()).toEqual({ uid: NOBODY, gid: NOBODY, mode: 0o600 });
  await chown(file.path, OTHER, OTHER);
  file.write([createSecretKey(), ...file.read()]);
  expect(await ownerOf()).toEqual({ uid: OTHER, gid: OTHER, mode: 0o600 });
  expect(file.read()).toHaveLength(2);
});
