import { type ConfigurationItem, OWN_KEYS } from './configuration-item.ts';
import { mayBeList, parseLiteralModule, printLiteralModule } from './literal.ts';
import { isPlainObject, type PlainValue } from './plain-value.ts';

/*
 * Conversion of an item's two files into fields, and back. File values become fields, so that two bodies can be
 * compared by item and field. If the fields alone would not reproduce the same text (comments, another layout,
 * a function), the text itself is included as `source` or `metaSource`. A field that was edited since takes
 * precedence over the included text.
 */

function readPlain(text: string | undefined): PlainValue | undefined {
  if (text === undefined) return undefined;
  try {
    return parseLiteralModule(text);
  } catch {
    return undefined;
  }
}

/** Fields of an item that come from its source file. */
export function readSource(source: string | undefined): Pick<ConfigurationItem, 'source' | 'entries'> {
  const entries = source !== undefined && mayBeList(source) ? readPlain(source) : undefined;
  if (source === undefined || !Array.isArray(entries)) return source === undefined ? {} : { source };
  return printLiteralModule(entries) === source ? { entries } : { entries, source };
}

export function printSource({ source, entries }: ConfigurationItem): string | undefined {
  if (entries === undefined) return source;
  return isSame(readPlain(source), entries) && source !== undefined ? source : printLiteralModule(entries);
}

function fieldsOf(value: { [key: string]: unknown }): { [key: string]: PlainValue } {
  const fields = Object.entries(value).filter(([key, part]) => !OWN_KEYS.has(key) && part !== undefined);
  return Object.fromEntries(fields) as { [key: string]: PlainValue };
}

export function readFields(meta: string | undefined): { [key: string]: PlainValue } {
  const value = readPlain(meta);
  return isPlainObject(value) ? fieldsOf(value) : {};
}

export function printMeta(item: ConfigurationItem): string | undefined {
  const fields = fieldsOf(item);
  if (item.metaSource !== undefined && isSame(readFields(item.metaSource), fields)) return item.metaSource;
  const hasSource = item.source !== undefined || item.entries !== undefined;
  // An item needs at least one file; an empty metadata file is written only if there is nothing else.
  if (Object.keys(fields).length === 0 && hasSource) return undefined;
  return printLiteralModule(fields);
}

/** Equal in value and in order of keys. */
function isSame(a: PlainValue | undefined, b: PlainValue): boolean {
  return a !== undefined && printLiteralModule(a) === printLiteralModule(b);
}
