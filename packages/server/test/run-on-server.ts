// Runs a command with DATABASE_URL set to a fresh PostgreSQL over TCP with a password:
// run-on-server.ts <folder of the programs, or "embedded"> <command> <arguments …>
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startTcpServer } from './tcp-server.ts';

const [programs = 'embedded', command = '', ...args] = process.argv.slice(2);
await using server = await startTcpServer(programs === 'embedded' ? undefined : programs);
const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, DATABASE_URL: server.url } });
const [code] = await once(child, 'exit');
process.exitCode = code ?? 1;
