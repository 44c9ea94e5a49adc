import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeDataFolder } from '../../test/embedded-processes.ts';
import { killInRounds, victims } from '../../test/kill-rounds.ts';

// Looks for processes in /proc. The full run is `node tools/kill-rounds.mjs`.
test.runIf(existsSync('/proc/self/stat'))(
  'nothing acknowledged is lost whichever process is killed',
  { timeout: 300_000 },
  async () => {
    await using folder = await makeDataFolder();
    // A machine that is busy with tests hardly lets a process of low priority start.
    const order = victims.filter((victim) => victim !== 'slow calls');
    const report = await killInRounds(folder.path, order);
    // Whoever is not found is replaced by `main`: then the test would prove less than it says.
    const kills = { main: 1, services: 1, sandbox: 1, database: 1, 'database connection': 1 };
    expect(report).toMatchObject({ lost: [], kills });
    expect(report.acknowledged['registrations']).toBeGreaterThan(victims.length);
    expect(report.acknowledged['submits']).toBeGreaterThan(victims.length);
    expect(report.acknowledged['calls']).toBeGreaterThan(victims.length);
  },
);
