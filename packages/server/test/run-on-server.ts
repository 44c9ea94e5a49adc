// Runs a command with DATABASE_URL set to a fresh PostgreSQL over TCP with a password:
// run-on-server.ts <folder of the programs, "embedded", or "on-disk"> <command> <arguments …>
// What is larger than the memory of test machines is kept on disk.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { startTcpServer } from './tcp-server.ts';

const [programs = 'embedded', command = '', ...args] = process.argv.slice(2);
const isEmbedded = programs === 'embedded' || programs === 'on-disk';
await using server = await startTcpServer(
  isEmbedded ? undefined : programs,
  programs === 'on-disk' ? tmpdir() : undefined,
);
const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, DATABASE_URL: server.url } });
const [code] = await once(child, 'exit');
process.exitCode = code ?? 1;
