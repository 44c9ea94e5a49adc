// Program of the tests that kill: runs the embedded database of a folder and writes rows, telling each one that is
// committed. Usage: embedded-child.ts <data folder>
import { sql } from 'kysely';
import { pino } from 'pino';
import { openDatabase } from '../src/database/connection.ts';
import { startEmbeddedDatabase } from '../src/database/embedded.ts';

const [dataFolder = ''] = process.argv.slice(2);
const log = pino({ level: 'info' }, pino.destination({ dest: 2, sync: true }));

try {
  const database = await startEmbeddedDatabase({ dataFolder, log, onFailed: fail });
  const db = openDatabase(database.connection);
  await sql`create table if not exists kept (number bigint generated always as identity primary key)`.execute(
    db,
  );
  process.on('SIGTERM', () => void database.stop().then(() => process.exit(0)));
  tell({ connection: database.connection });
  while (true) {
    try {
      const { rows } = await sql<{
        number: number;
      }>`insert into kept default values returning number`.execute(db);
      tell({ kept: rows[0]?.number });
    } catch {
      // The server was killed; it comes again. What was not told was not promised.
      await new Promise((resolve) => setTimeout(resolve, 20));
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
