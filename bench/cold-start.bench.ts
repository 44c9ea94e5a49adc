import { type Benchmark, measureRounds } from './benchmark.ts';
import {
  listProcesses,
  proportionalMegabytes,
  startBareServer,
  startProduct,
  withDataFolder,
} from './product.ts';

const SETTLE_MS = 10_000;

const subjects = [
  { name: 'Start on an empty data folder', unit: 'ms' },
  { name: 'Start on existing data', unit: 'ms', limit: 3000 },
  { name: 'Bare node:http server', unit: 'ms', isReference: true },
  { name: 'Idle memory (PSS) of all processes', unit: 'MB', limit: 350 },
  { name: 'Processes', unit: '' },
] as const;

export const benchmark: Benchmark = {
  name: 'cold-start',
  title: 'Start and idle memory',
  about:
    'From `npm start` (installed and built) to the first answered request, on the embedded PostgreSQL. Reference: a one-line server on bare `node:http`. Memory: proportional set size of every process, ten seconds after the second start.',
  run: () =>
    measureRounds(
      subjects,
      () =>
        withDataFolder(async (folder) => {
          const bare = await startBareServer(folder);
          await bare.stop();
          const fresh = await startProduct(folder);
          await fresh.stop();
          const second = await startProduct(folder);
          await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
          const processes = listProcesses(second.child.pid ?? 0);
          const memory = proportionalMegabytes(processes);
          await second.stop();
          return [
            fresh.firstResponseMs,
            second.firstResponseMs,
            bare.firstResponseMs,
            memory,
            processes.length,
          ];
        }),
      { warmUps: 1, repeats: 5 },
    ),
};
