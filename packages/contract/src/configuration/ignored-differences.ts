import { isPlainObject, type PlainValue } from '../service-api/files/plain-value.ts';

/**
 * Fields of an item that do not count as a difference between local and remote: each side has its own ids, access
 * lists, folders and times, and ids of linked items.
 */
export const ignoredFields: readonly string[] = [
  'id',
  'acl',
  'folder',
  'folderId',
  'createdOn',
  'createdAt',
  'modifiedOn',
  'updatedOn',
  'updatedAt',
  'lastModified',
  'timestamp',
  'linkedId',
  'linkedIds',
];

/** Linked ids of a particular service, in addition to the common ones. */
const fieldsOfService: { readonly [serviceId: string]: readonly string[] } = {
  'hyper-dispatch': ['functionId', 'ruleId', 'eventId'],
  content: ['collectionId', 'parentId'],
};

/** Fields that hold a customer's own data. The names in them are the customer's, and every difference counts. */
const customerFields: ReadonlySet<string> = new Set(['schema', 'entries']);
const NOTHING: ReadonlySet<string> = new Set();

export function ignoredFieldsOf(serviceId: string): ReadonlySet<string> {
  return new Set([...ignoredFields, ...(fieldsOfService[serviceId] ?? [])]);
}

/** A value as it counts in a comparison: without ignored fields, and with its keys in one order. */
export function comparableValue(value: PlainValue, ignored: ReadonlySet<string>): PlainValue {
  if (Array.isArray(value)) return value.map((part) => comparableValue(part, ignored));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .filter((key) => !ignored.has(key))
      .sort()
      .map((key) => [
        key,
        comparableValue(value[key] as PlainValue, customerFields.has(key) ? NOTHING : ignored),
      ]),
  );
}

/** Whether two values differ only in what does not count. */
export function isSameConfiguration(a: PlainValue, b: PlainValue, ignored: ReadonlySet<string>): boolean {
  return JSON.stringify(comparableValue(a, ignored)) === JSON.stringify(comparableValue(b, ignored));
}

const FIELD = /^\s*["']?([A-Za-z_$][\w$]*)["']?\s*:/;
/**
 * Tokens of a value: a string or a comment is one token, whatever its content. Bounded, so that a text with
 * thousands of unclosed brackets isn't scanned to its end for each.
 */
const PIECE =
  /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\]|\\[^]){0,2000}`|\/\/[^\n]*|\/\*[^]{0,2000}?\*\/|[[\]{}(),\n]|[^[\]{}(),\n"'`/]+|[^]/y;
/** Maximum number of full scans for the end of an unclosed value. */
const MAX_VAIN_READS = 4;

/** For each line of a metadata file, whether it holds nothing but a field that does not count, or a part of one. */
export function ignoredMetadataLines(text: string, ignored: ReadonlySet<string>): boolean[] {
  const lines = text.split('\n');
  const isIgnored = lines.map(() => false);
  let vainReads = 0;
  let start = 0;
  for (let line = 0; line < lines.length; line++) {
    const found = FIELD.exec(lines[line] as string);
    const field = found?.[1] ?? '';
    let last = line;
    if (found && (ignored.has(field) || customerFields.has(field)) && vainReads < MAX_VAIN_READS) {
      const end = endOfValue(text, start + found[0].length);
      // All that follows may be the customer's.
      if (end === undefined && customerFields.has(field)) break;
      if (end === undefined) vainReads += 1 - start / text.length;
      else {
        last = line + text.slice(start, end).split('\n').length - 1;
        if (ignored.has(field)) {
          isIgnored.fill(true, line, last);
          // A line on which something else follows the value counts.
          isIgnored[last] = isRestOfLineEmpty(text, end);
        }
      }
    }
    for (; line < last; line++) start += (lines[line] as string).length + 1;
    start += (lines[line] as string).length + 1;
  }
  return isIgnored;
}

/**
 * Returns the end of the value that starts at an offset: before the comma, line end or bracket that is not part
 * of it.
 */
function endOfValue(text: string, start: number): number | undefined {
  let depth = 0;
  let isBegun = false;
  PIECE.lastIndex = start;
  for (let offset = start; offset < text.length; offset = PIECE.lastIndex) {
    PIECE.lastIndex = offset;
    const piece = PIECE.exec(text)?.[0] ?? '';
    if ('[{('.includes(piece)) depth++;
    else if (']})'.includes(piece) && --depth < 0) return offset;
    else if (depth === 0 && (piece === ',' || (piece === '\n' && isBegun))) return offset;
    if (piece.trim() !== '' && !/^\/[/*]/.test(piece)) isBegun = true;
  }
  return depth === 0 ? text.length : undefined;
}

function isRestOfLineEmpty(text: string, offset: number): boolean {
  const end = text.indexOf('\n', offset);
  const rest = text.slice(offset, end < 0 ? text.length : end);
  return /^[\s,;]*(?:\/\/.*|\/\*.*\*\/\s*)?$/.test(rest);
}
