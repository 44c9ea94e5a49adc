import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Repository } from '../e2e/support/git-repository.ts';

/** A repository of the size of a grown configuration: files, and commits that each touch a few of them. */
export interface HistorySize {
  files: number;
  commits: number;
}

const FILES_PER_FOLDER = 40;
const FILES_PER_CHANGE = 4;
const FIRST_DAY = 1_600_000_000;
const SERVICE = 'hyper-dispatch';

export const pathOf = (index: number) =>
  `${SERVICE}/functions/group${Math.floor(index / FILES_PER_FOLDER)}/file${index}.js`;

/** Writes the whole history in one go. The numbers are always the same, so runs can be compared. */
export async function makeHistory(repository: Repository, { files, commits }: HistorySize): Promise<void> {
  const importing = spawn('git', ['fast-import', '--quiet', '--depth=50'], { cwd: repository.folder });
  const write = async (text: string) => {
    if (!importing.stdin.write(text)) await once(importing.stdin, 'drain');
  };
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  let made = 0;
  for (let commit = 0; commit < commits; commit += 1) {
    const person = `Robin <robin@example.com> ${FIRST_DAY + commit * 3600} +0000`;
    const message = `Change ${commit}`;
    let text = `commit refs/heads/main\ncommitter ${person}\ndata ${message.length}\n${message}\n`;
    const wanted = Math.floor((files * (commit + 1)) / commits);
    for (; made < wanted; made += 1) text += modification(made, commit);
    for (let change = 0; change < FILES_PER_CHANGE && made > 0; change += 1) {
      text += modification(random(made), commit);
    }
    await write(`${text}\n`);
  }
  importing.stdin.end('done\n');
  const [code] = (await once(importing, 'close')) as [number | null];
  if (code !== 0) throw new Error(`fast-import ended with ${code}`);
  // As a host keeps it.
  await repository.git('repack', '-a', '-d', '-q', '--write-bitmap-index');
}

/** A function of some 2 kB, of which a commit changes two lines. */
export function contentOf(index: number, commit: number): string {
  const steps = Array.from(
    { length: 24 },
    (_, line) =>
      `  const step${line} = call('function-${(index * 31 + line) % 997}', { value: ${index + line} });`,
  );
  return `// file ${index}\nexport default function handle(order) {\n${steps.join('\n')}\n  return { order, version: ${commit} };\n}\n`;
}

function modification(index: number, commit: number): string {
  const content = contentOf(index, commit);
  return `M 100644 inline ${pathOf(index)}\ndata ${Buffer.byteLength(content)}\n${content}\n`;
}
