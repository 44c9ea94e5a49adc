import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestApp } from '../../test/support.ts';
import { addOwnFigures } from './own-figures.ts';

test('one reading looks at the usage folder once, and a folder that cannot be read hides no other figure', async () => {
  const usageFolder = await mkdtemp(join(tmpdir(), 'usage-'));
  onTestFinished(() => rm(usageFolder, { recursive: true }));
  await using server = await startTestApp();
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const registry = new Registry();
  const figures = { isRunning: false, calls: 0, openCalls: 0, faults: 0 };
  addOwnFigures(registry, {
    ...server.context,
    usageFolder,
    slowProcess: { figures },
    findServices: () => undefined,
  });
  await writeFile(join(usageFolder, 'first.sealed'), 'ten bytes\n');
  const first = await registry.metrics();
  expect(first).toMatch(/^atrium_usage_unsent_bytes 10$/m);
  expect(first).toMatch(/^atrium_event_streams 0$/m);
  server.context.events.subscribe({ domainId: 'one', userId: 'one' }, () => {});
  await writeFile(join(usageFolder, 'second.sealed'), 'ten bytes\n');
  expect(await registry.metrics()).toMatch(/^atrium_usage_unsent_bytes 10$/m);
  vi.advanceTimersByTime(1_000);
  expect(await registry.metrics()).toMatch(/^atrium_usage_unsent_bytes 20$/m);

  await symlink('third.sealed', join(usageFolder, 'third.sealed'));
  vi.advanceTimersByTime(1_000);
  // Two who read at once do not add to each other's counts.
  figures.faults = 3;
  const [shown] = await Promise.all([registry.metrics(), registry.metrics()]);
  expect(shown).toMatch(/^atrium_build_info\{.*\} 1$/m);
  expect(shown).toMatch(/^atrium_event_streams 1$/m);
  expect(shown).toMatch(/^# TYPE atrium_usage_refused_events counter\natrium_usage_refused_events 0$/m);
  expect(shown).toMatch(/^atrium_slow_process_faults\{part="platform"\} 3$/m);
  expect(shown).not.toMatch(/^atrium_usage_(?!refused_events)\w+ /m);
});
