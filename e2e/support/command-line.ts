import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const root = join(import.meta.dirname, '..', '..');

/** A running command of `npm run atrium`. */
export interface Command {
  /** Output so far. */
  said(): string;
  ended: Promise<{ code: unknown; said: string; complaint: string }>;
}

/** Starts a command as a person whose settings are in `userFolder`. */
export function startCommand(userFolder: string, ...words: string[]): Command {
  const child = spawn(process.execPath, [join(root, 'tools', 'atrium.mjs'), ...words], {
    env: { PATH: process.env['PATH'], XDG_CONFIG_HOME: userFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => void (said += more));
  const complaint = text(child.stderr);
  const ended = once(child, 'close').then(async ([code]) => ({
    code: code as unknown,
    said,
    complaint: await complaint,
  }));
  return { said: () => said, ended };
}
