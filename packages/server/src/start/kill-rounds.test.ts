import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeDataFolder } from '../../test/embedded-processes.ts';
import { killInRounds, victims } from '../../test/kill-rounds.ts';

// Looks for processes in /proc. The full run is `node tools/kill-rounds.mjs`.
test.runIf(existsSync('/proc/self/stat'))(
  'nothing acknowledged is lost whichever process is killed',
  { timeout: 240_000 },
  async () => {
    await using folder = await makeDataFolder();
    const report = await killInRounds(folder.path, [...victims]);
    expect(report).toMatchObject({ lost: [] });
    expect(report.acknowledged['registrations']).toBeGreaterThan(victims.length);
    expect(report.acknowledged['submits']).toBeGreaterThan(victims.length);
    expect(report.acknowledged['calls']).toBeGreaterThan(victims.length);
  },
);
