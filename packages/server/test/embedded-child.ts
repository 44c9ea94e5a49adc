// Program of the tests that kill: runs the embedded database of a folder and writes rows, telling each one that is
// committed. Usage: embedded-child.ts <data folder>
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { startEmbeddedDatabase } from '../src/database/embedded.ts';

/** Hundreds of rows a second all the same; without it, writing them would take a processor from the tests. */
const PAUSE_MS = 2;

const [dataFolder = ''] = process.argv.slice(2);
const log = pino({ level: 'info' }, pino.destination({ dest: 2, sync: true }));

try {
  const database = await startEmbeddedDatabase({ dataFolder, log, onFailed: fail });
  const db = new pg.Pool({ ...database.connection, connectionTimeoutMillis: 10_000 });
  // Connections of a server that was killed, busy and idle ones.
  db.on('connect', (client) => client.on('error', () => {}));
  db.on('error', () => {});
  await db.query('create table if not exists kept (number bigint generated always as identity primary key)');
  process.on('SIGTERM', () => void database.stop().then(() => process.exit(0)));
  // A stop that is killed half-way.
  process.on('SIGUSR2', () => {
    void database.stop();
    process.kill(process.pid, 'SIGKILL');
  });
  tell({ connection: database.connection });
  while (true) {
    try {
      const { rows } = await db.query('insert into kept default values returning number::int');
      tell({ kept: rows[0].number });
      await sleep(PAUSE_MS);
    } catch {
      // The server was killed and comes up again. What was not acknowledged was not promised.
      await sleep(20);
    }
  }
} catch (error) {
  fail(error as Error);
}

function tell(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

function fail(error: Error): void {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
