import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A process that does nothing but take a processor: what is felt beside it is the machine's doing. Returns what ends it. */
export function startBareLoop(): () => Promise<void> {
  const loop = spawn(process.execPath, ['-e', 'while (true);'], { stdio: 'ignore' });
  return async () => {
    const ended = once(loop, 'exit');
    loop.kill('SIGKILL');
    await ended;
  };
}
