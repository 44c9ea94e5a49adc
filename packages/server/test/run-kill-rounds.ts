// The full proof of durability: `node tools/kill-rounds.mjs [rounds]`.
import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { makeDataFolder } from './embedded-processes.ts';
import { killInRounds, victims } from './kill-rounds.ts';

const rounds = Number(process.argv[2] ?? 25);
const order = Array.from({ length: rounds }, () => victims[randomInt(victims.length)] ?? 'main');
await using folder = await makeDataFolder(tmpdir());
const report = await killInRounds(folder.path, order, (line) => process.stdout.write(`${line}\n`));
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
process.exitCode = report.lost.length === 0 ? 0 : 1;
