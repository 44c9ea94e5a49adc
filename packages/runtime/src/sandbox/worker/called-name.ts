import { createRequire } from 'node:module';
import type { Expression, Node, parse as Parse, Super } from 'acorn';

const require = createRequire(import.meta.url);

/** A longer source is not parsed for the sake of a message. */
const MAX_PARSED = 250_000;
/** Maximum length of a called name; longer names are truncated at the start. */
const MAX_NAME = 60;

interface Place {
  line: number;
  column: number;
}

/** Called expression, and the position that the engine reports. */
interface CallLike {
  callee: Expression | Super;
  at: number;
  isNew: boolean;
}

/**
 * Returns the name of the expression that the engine reports as "not a function", from the source at its
 * position. The engine reports the last position before the call, which may be that of a call in its arguments;
 * then both are named. Returns nothing if a name would be a guess.
 */
export function nameCalled(source: string, place: Place): { names: string; isNew: boolean } | undefined {
  if (source.length > MAX_PARSED) return undefined;
  const offset = offsetOf(source, place);
  try {
    // Loaded here: few threads of the sandbox ever need it.
    const { parse } = require('acorn') as { parse: typeof Parse };
    const program = parse(source, { ecmaVersion: 'latest', sourceType: 'module' });
    // On the first line the engine's column of a method is one too small.
    const shifted = place.line === 1 ? 1 : 0;
    const found = callsAt(program, offset);
    const calls = found.length > 0 ? found : callsAt(program, offset + shifted);
    const names = calls.map(({ callee }) => nameOf(callee, source));
    // Code that throws its own errors sets their message.
    if (names.length === 0 || names.some((name) => name === undefined || name.endsWith('Error')))
      return undefined;
    return { names: [...new Set(names)].join(' or '), isNew: calls.every(({ isNew }) => isNew) };
  } catch {
    return undefined;
  }
}

/** The engine counts columns in bytes. */
function offsetOf(source: string, { line, column }: Place): number {
  let start = 0;
  for (let count = 1; count < line; count += 1) start = source.indexOf('\n', start) + 1;
  return (
    start +
    Buffer.from(source.slice(start))
      .subarray(0, column - 1)
      .toString().length
  );
}

/** The calls whose last position is at a place. */
function callsAt(program: Node, offset: number): CallLike[] {
  let found: CallLike[] = [];
  const visit = (node: Node): void => {
    if (offset < node.start || offset >= node.end) return;
    // A position belongs to the innermost function around it.
    if (/Function/.test(node.type) && offset > node.start) found = [];
    const call = toCall(node);
    if (call && offset >= call.at && !childrenOf(node).some((child) => hasCallAfter(child, offset)))
      found.push(call);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program);
  return found;
}

function hasCallAfter(node: Node, offset: number): boolean {
  if (node.end <= offset || /Function/.test(node.type)) return false;
  const call = toCall(node);
  return (call && call.at > offset) || childrenOf(node).some((child) => hasCallAfter(child, offset));
}

function toCall(node: Node): CallLike | undefined {
  const { type, callee, tag } = node as Node & { callee?: Expression | Super; tag?: Expression };
  const called = type === 'TaggedTemplateExpression' ? tag : callee;
  const isNew = type === 'NewExpression';
  return called && { callee: called, at: isNew ? called.start : positionOf(called), isNew };
}

/** Position of a callee: for a method, its name, unless that is private or computed. */
function positionOf(callee: Expression | Super): number {
  if (callee.type !== 'MemberExpression' || callee.computed) return callee.start;
  return callee.property.type === 'PrivateIdentifier' ? callee.start : callee.property.start;
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value);
}

function nameOf(callee: Expression | Super, source: string): string | undefined {
  if (callee.type !== 'Identifier' && callee.type !== 'MemberExpression') return undefined;
  const name = source.slice(callee.start, callee.end).replaceAll(/\s*\n\s*/g, '');
  if (name.length <= MAX_NAME) return name;
  return callee.type === 'MemberExpression' && !callee.computed
    ? source.slice(callee.property.start, callee.property.end)
    : undefined;
}
