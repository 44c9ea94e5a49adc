/** Line of printed JSON. A line that opens an object or array can be folded. */
export interface JsonLine {
  depth: number;
  /** `"name": ` or empty. */
  key: string;
  /** The value, or the bracket that opens or closes one, with its comma. */
  text: string;
  kind: 'string' | 'number' | 'word' | 'bracket';
  /** Index of the line that closes what this line opens. */
  endsAt?: number;
  /** Number of members. */
  size?: number;
}

/** A value as lines, the way `JSON.stringify(value, null, 2)` prints it. */
export function toJsonLines(value: unknown): JsonLine[] {
  const lines: JsonLine[] = [];
  const add = (part: unknown, key: string, depth: number, comma: string): void => {
    if (typeof part !== 'object' || part === null) {
      const kind = typeof part === 'string' ? 'string' : typeof part === 'number' ? 'number' : 'word';
      lines.push({ depth, key, text: `${JSON.stringify(part)}${comma}`, kind });
      return;
    }
    const isList = Array.isArray(part);
    const members: [string, unknown][] = isList
      ? part.map((member: unknown) => ['', member])
      : Object.entries(part).map(([name, member]) => [`${JSON.stringify(name)}: `, member]);
    const [open, close] = isList ? ['[', ']'] : ['{', '}'];
    if (members.length === 0) {
      lines.push({ depth, key, text: open + close + comma, kind: 'bracket' });
      return;
    }
    const line: JsonLine = { depth, key, text: open, kind: 'bracket', size: members.length };
    lines.push(line);
    members.forEach(([name, member], index) => {
      add(member, name, depth + 1, index < members.length - 1 ? ',' : '');
    });
    line.endsAt = lines.length;
    lines.push({ depth, key: '', text: close + comma, kind: 'bracket' });
  };
  add(value, '', 0, '');
  return lines;
}

/** Indexes of the lines that show while some are folded; of a folded one only its first line shows. */
export function visibleLines(lines: readonly JsonLine[], folded: ReadonlySet<number>): number[] {
  const visible: number[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    visible.push(index);
    const { endsAt } = lines[index] as JsonLine;
    if (endsAt !== undefined && folded.has(index)) index = endsAt;
  }
  return visible;
}

/** The folds that must open for a line to show. */
export function foldsAround(
  lines: readonly JsonLine[],
  folded: ReadonlySet<number>,
  target: number,
): number[] {
  return [...folded].filter((start) => start < target && target <= (lines[start]?.endsAt ?? start));
}
