/** Small deterministic random source, so that a failing case can be named by its number. */
export function randomOf(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const NOUNS = [
  'order',
  'invoice',
  'customer',
  'stock',
  'price',
  'event',
  'address',
  'payment',
  'report',
  'item',
];
const VERBS = ['create', 'find', 'update', 'send', 'check', 'count', 'sum', 'list', 'close', 'notify'];
const FIELDS = ['id', 'total', 'state', 'createdOn', 'currency', 'owner', 'country', 'limit', 'name', 'tags'];

export type Random = () => number;
const pick = <T>(random: Random, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)] as T;
const upper = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function functionLines(random: Random): string[] {
  const noun = pick(random, NOUNS);
  const name = `${pick(random, VERBS)}${upper(noun)}`;
  const lines = [`/** ${upper(noun)}: ${pick(random, VERBS)}s it when ${pick(random, FIELDS)} is given. */`];
  lines.push(`export async function ${name}(input, context) {`);
  const count = 2 + Math.floor(random() * 6);
  for (let index = 0; index < count; index++) lines.push(...statementLines(random, noun));
  lines.push(`  return { ${pick(random, FIELDS)}: ${noun}.${pick(random, FIELDS)} };`, '}', '');
  return lines;
}

function statementLines(random: Random, noun: string): string[] {
  const field = pick(random, FIELDS);
  const choice = Math.floor(random() * 5);
  if (choice === 0) return [`  const ${field} = input.${field} ?? ${Math.floor(random() * 100)};`];
  if (choice === 1) {
    return [`  if (!input.${field}) {`, `    throw new Error('${upper(field)} is missing');`, '  }'];
  }
  if (choice === 2) {
    return [`  for (const ${noun} of input.${noun}s) {`, `    total += ${noun}.${field};`, '  }'];
  }
  if (choice === 3) return [`  await context.call('${pick(random, VERBS)}${upper(noun)}', { ${field} });`];
  return ['', `  // The ${field} decides what happens to the ${noun}.`];
}

/** A plausible configuration source: imports, constants, functions. */
export function buildSource(random: Random): string[] {
  const lines = ["import { format } from './format.js';", "import { rules } from './rules.js';", ''];
  for (let index = 0; index < 3; index++) {
    lines.push(`const ${pick(random, FIELDS).toUpperCase()}_${index} = ${Math.floor(random() * 1000)};`);
  }
  lines.push('');
  const count = 3 + Math.floor(random() * 10);
  for (let index = 0; index < count; index++) lines.push(...functionLines(random));
  return lines;
}

/** One to five edits of realistic kinds. */
export function editSource(random: Random, source: readonly string[]): string[] {
  const lines = [...source];
  const count = 1 + Math.floor(random() * 5);
  for (let index = 0; index < count; index++) editOnce(random, lines);
  return lines;
}

function editOnce(random: Random, lines: string[]): void {
  const at = Math.floor(random() * lines.length);
  const line = lines[at] ?? '';
  switch (Math.floor(random() * 10)) {
    case 0:
      lines.splice(at, 1);
      break;
    case 1:
      lines.splice(at, 0, ...statementLines(random, pick(random, NOUNS)));
      break;
    case 2:
      lines.splice(at, 0, ...functionLines(random));
      break;
    case 3:
      lines[at] = line.replace(/\d+/, String(Math.floor(random() * 1000)));
      break;
    case 4:
      lines[at] = line.replace(/\b(id|total|state|owner|limit)\b/, pick(random, FIELDS));
      break;
    case 5: {
      const from = pick(random, FIELDS);
      const to = `${from}Value`;
      for (let index = 0; index < lines.length; index++) {
        lines[index] = (lines[index] as string).replaceAll(`input.${from}`, `input.${to}`);
      }
      break;
    }
    case 6:
      lines.splice(at, 1 + Math.floor(random() * 6));
      break;
    case 7: {
      const [moved] = lines.splice(at, 1);
      if (moved !== undefined) lines.splice(Math.floor(random() * lines.length), 0, moved);
      break;
    }
    case 8: {
      const end = Math.min(lines.length, at + 1 + Math.floor(random() * 5));
      for (let index = at; index < end; index++)
        lines[index] = lines[index] === '' ? '' : `  ${lines[index]}`;
      break;
    }
    default:
      lines.push(...functionLines(random));
  }
}
