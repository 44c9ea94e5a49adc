import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startTestApp } from '../../test/support.ts';
import { auditCommands } from './audit.commands.ts';
import { readCommand, sentenceOf } from './run-command.ts';

test('the log of all domains is listed and exported by who, whom, what and when', async () => {
  await using server = await startTestApp();
  const { audit, clock, db } = server.context;
  const folder = await mkdtemp(join(tmpdir(), 'atrium-audit-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const run = async (...words: string[]) => {
    try {
      const { command, operands, options } = readCommand(auditCommands, ['audit', ...words]);
      if (!('run' in command)) throw new Error('it is carried out here');
      return await command.run(server.context, operands, options);
    } catch (error) {
      return `! ${sentenceOf(error)}`;
    }
  };
  const ada = await buildUser(server.context, { username: 'ada' });
  const admin = await buildUser(server.context, { username: 'admin', isAdmin: true });
  const day = clock.now().toISOString().slice(0, 10);
  const at = clock.now().toISOString();
  await audit.record(db, { caller: ada, action: 'pricing.change', message: 'Changed a price' });
  server.clock.travel(86_400_000);
  const acting = { ...ada, impersonatorId: admin.userId };
  await audit.record(db, { caller: acting, action: 'account.update', message: 'Changed the profile' });

  const price = `${at}\tada\tada\tpricing.change\tChanged a price`;
  const profile = `${clock.now().toISOString()}\tada\tadmin as ada\taccount.update\tChanged the profile`;
  expect(await run('list')).toBe(`${profile}\n${price}`);
  expect(await run('list', '--who', 'admin')).toBe(profile);
  expect(await run('list', '--whom', 'ada', '--what', 'pricing')).toBe(price);
  expect(await run('list', '--from', day, '--to', day)).toBe(price);
  expect(await run('list', '--whom', 'nobody')).toBe('No change matches this.');
  const page = { ...acting, page: { serviceId: 'shop' } };
  await audit.record(db, { caller: page, action: 'budget.create', message: 'Added a budget' });
  expect(await run('list', '--what', 'budget')).toContain('\tpages of shop for admin as ada\t');
  expect(await run('list', '--from', 'yesterday')).toBe('! Please enter a date and time.');

  const file = join(folder, 'audit.csv');
  expect(await run('export', file, '--what', 'pricing')).toBe(`The log is in ${file}.`);
  const lines = (await readFile(file, 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('Changed a price');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await run('export', file)).toMatch(/^! The log cannot be written: EEXIST/);

  // An export that fails leaves no part of the log, and the whole one of before where it is.
  await sql`alter table log_entries rename to log_entries_elsewhere`.execute(db);
  const other = join(folder, 'other.csv');
  expect(await run('export', other)).toMatch(/^! .*log_entries/);
  await expect(stat(other)).rejects.toThrow('ENOENT');
  expect(await run('export', file)).toMatch(/^! The log cannot be written: EEXIST/);
  expect(await readFile(file, 'utf8')).toContain('Changed a price');
});
