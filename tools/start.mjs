// `npm start`, `npm run dev`, `npm run demo`. Plain JavaScript for Node 20: the pinned Node may not be there yet.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildWhenChanged } from './build.mjs';
import { installMissing, pinnedNode, productEnvironment, root } from './install.mjs';

const serverFolder = join(root, 'packages', 'server');
const program = join(serverFolder, 'src', 'main.ts');
/** Room for young objects in megabytes: with the usual 16 the process keeps 100 MB more after load. */
const SMALL_NURSERY = '--max-semi-space-size=8';
const isDevelopment = process.argv.includes('--dev');
const args = process.argv.slice(2).filter((argument) => argument !== '--dev');

try {
  await installMissing('product');
  if (isDevelopment) develop();
  else {
    await buildWhenChanged();
    become(pinnedNode, [SMALL_NURSERY, program, ...args]);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Puts the server in the place of this process where Node can do that, and below it otherwise. */
function become(command, commandArgs) {
  if (process.execve && process.platform !== 'win32') {
    // Its warning about being experimental would be the first thing that an operator reads.
    process.removeAllListeners('warning');
    process.execve(command, [command, ...commandArgs], productEnvironment());
  }
  passOn([run(command, commandArgs)]);
}

/** The server, restarted whenever its code changes, next to Vite with the console. */
function develop() {
  const watched = ['server', 'contract', 'diff', 'host', 'runtime'].map(
    (name) => `--watch-path=${join(root, 'packages', name, 'src')}`,
  );
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  passOn([
    run(pinnedNode, ['--watch-preserve-output', ...watched, program, ...args]),
    run(pinnedNode, [vite], { cwd: join(root, 'packages', 'console') }),
  ]);
}

function run(command, commandArgs, options = {}) {
  return spawn(command, commandArgs, { stdio: 'inherit', env: productEnvironment(), ...options });
}

/** Passes signals on to the children, and ends when the first of them has ended and the others are stopped. */
function passOn(children) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => children.forEach((child) => child.kill(signal)));
  }
  for (const child of children) {
    child.once('error', (error) => console.error(error.message));
    child.once('exit', (code, signal) => {
      process.exitCode ??= code ?? (signal ? 1 : 0);
      for (const other of children) if (other !== child) other.kill('SIGTERM');
    });
  }
}
