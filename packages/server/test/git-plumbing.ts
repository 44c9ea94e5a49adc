import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { execGit } from './git-repository.ts';

/** Writes a blob and returns its id. */
export function writeBlob(folder: string, content: string | Buffer): Promise<string> {
  return pipe(folder, ['hash-object', '-w', '--stdin'], content);
}

/** Writes a tree of `<mode> <type> <id>\t<name>` lines and returns its id. */
export function writeTree(folder: string, lines: readonly string[]): Promise<string> {
  return pipe(folder, ['mktree', '--missing'], lines.map((line) => `${line}\n`).join(''));
}

/** A tree of folders of one name each, that all hold the same tree: few objects, many paths. */
export function multiplyTree(folder: string, tree: string, times: number): Promise<string> {
  return writeTree(
    folder,
    Array.from({ length: times }, (_, index) => `040000 tree ${tree}\td${index}`),
  );
}

/** Ten files in ten to the power of `depth` folders. */
export async function writeBomb(folder: string, depth: number): Promise<string> {
  const blob = await writeBlob(folder, 'x');
  let tree = await writeTree(
    folder,
    Array.from({ length: 10 }, (_, index) => `100644 blob ${blob}\tf${index}.js`),
  );
  for (let level = 0; level < depth; level++) tree = await multiplyTree(folder, tree, 10);
  return tree;
}

/** Commits a tree, moves `main` to the commit and returns its id. */
export async function commitTree(
  folder: string,
  tree: string,
  {
    parents = [],
    message = 'Change',
    at = 1_760_000_000,
  }: { parents?: string[]; message?: string; at?: number } = {},
): Promise<string> {
  const person = `Grace Hopper <grace@example.com> ${at} +0000`;
  const head = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`)];
  const text = `${[...head, `author ${person}`, `committer ${person}`].join('\n')}\n\n${message}\n`;
  const commit = await pipe(folder, ['hash-object', '-t', 'commit', '-w', '--stdin'], text);
  await execGit(folder, 'update-ref', 'refs/heads/main', commit);
  return commit;
}

async function pipe(cwd: string, args: string[], input: string | Buffer): Promise<string> {
  const child = spawn('git', args, { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(input);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`git ${args[0]} ended with ${code}`);
  return output.trim();
}
