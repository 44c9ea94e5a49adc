import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asAccount } from './account.ts';
import type { Place } from './place.ts';
import { pidFile } from './postmaster.ts';

/** Time for the next Atrium to take the server over before it is stopped as no one's. */
const GRACE_SECONDS = 30;

// `read` ends when our end of the pipe closes, which the system does however we die.
const SCRIPT = `read -r line; sleep "$4"; [ "$(cat "$1")" = "$2" ] && kill -INT "$(head -n 1 "$3")"`;

/** A shell of 1 MB that stops the server properly if we are killed and no one takes it over. */
export function watchForOrphan(place: Place): { stop(): void } {
  const owner = join(place.folder, 'owner');
  const token = randomUUID();
  writeFileSync(owner, token);
  if (place.account) chownSync(owner, place.account.uid, place.account.gid);
  const args = [
    '-c',
    SCRIPT,
    'atrium-orphan-watch',
    owner,
    token,
    pidFile(place.cluster),
    String(GRACE_SECONDS),
  ];
  const child = spawn('/bin/sh', args, {
    ...asAccount(place.account),
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.on('error', () => {});
  child.unref();
  // A test or an operator's command may end without stopping; the pipe must not keep it alive.
  (child.stdin as unknown as { unref?(): void } | null)?.unref?.();
  return { stop: () => child.kill('SIGKILL') };
}
