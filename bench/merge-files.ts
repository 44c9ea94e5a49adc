/** Three sides of a long file in which about every tenth line is changed by one of them. */
export interface MergeFiles {
  readonly base: string;
  readonly local: string;
  readonly remote: string;
}

const EVERY = 20;
/** Every so many changes of local meet one of remote. */
const CONFLICT_EVERY = 5;

export function makeMergeFiles(lineCount: number): MergeFiles {
  const base = Array.from({ length: lineCount }, (_, index) => `a(${index},1);`);
  const local = base.map((line, index) => (index % EVERY === 3 ? line.replace('a', 'l') : line));
  const remote = base.map((line, index) => {
    if (index % EVERY === 13) return line.replace('a', 'r');
    return index % (EVERY * CONFLICT_EVERY) === 3 ? line.replace('a', 'r') : line;
  });
  const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;
  return { base: text(base), local: text(local), remote: text(remote) };
}
