import { fileURLToPath } from 'node:url';
import { SlowProcess } from '../src/slow-process/slow-process.ts';

// Starts a process for slow calls, tells its number once it is ready, and stays until it is killed.

const slowProcess = new SlowProcess({
  program: fileURLToPath(new URL('./slow-program.ts', import.meta.url)),
  settings: () => ({ greeting: 'hello' }),
  extraCertificates: undefined,
  longMs: 0,
  log: console,
});
const looking = setInterval(() => {
  if (!slowProcess.wake()) return;
  clearInterval(looking);
  process.send?.(slowProcess.pid);
  setInterval(() => {}, 60_000);
}, 20);
