import type { Entry } from '@atrium/contract/service-api/functions/content-entry';
import type { EntryField } from '../entry-fields.ts';

/** A value of the JSON view as it is; undefined for a field that was removed there. */
interface Given {
  value: unknown;
}

/** Texts of the form and values of the JSON view, by field; fields that nobody touched are not in it. */
export type Draft = Readonly<Record<string, string | Given>>;

export type Document = Record<string, unknown>;

/** Text of a value in its control; empty for none. */
export function textOf({ kind }: EntryField, value: unknown): string {
  if (value === undefined) return '';
  if (kind === 'json' || kind === 'choice') return JSON.stringify(value, null, kind === 'json' ? 2 : 0);
  if (value === null) return '';
  if (kind === 'date-time') return toLocalTime(String(value));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Text in the control of a field: what the draft has, or else the value of the stored entry. */
export function shownText(field: EntryField, base: Document | null, draft: Draft): string {
  const drafted = draft[field.name];
  if (typeof drafted === 'string') return drafted;
  return textOf(field, drafted ? drafted.value : base?.[field.name]);
}

/** `2026-11-29T10:30:00` in the time zone of the browser. */
function toLocalTime(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** Fields that the entry has besides those of its schema, each as JSON. */
export function otherFields(fields: readonly EntryField[], entry: Document | null): EntryField[] {
  const known = new Set(fields.map(({ name }) => name));
  return Object.keys(entry ?? {})
    .filter((name) => !known.has(name))
    .map((name) => ({
      path: [name],
      name,
      kind: 'json',
      choices: [],
      isRequired: false,
      isNullable: false,
      description: undefined,
      standard: undefined,
    }));
}

/** Texts of a new entry: the standard values of its schema. */
export function newDraft(fields: readonly EntryField[]): Draft {
  return Object.fromEntries(
    fields.flatMap((field) =>
      field.standard === undefined ? [] : [[field.name, textOf(field, field.standard)]],
    ),
  );
}

interface ReadDraft {
  document: Document;
  /** By field. */
  errors: Record<string, string>;
}

/** The entry that the form describes: touched fields as typed, all others as they were. */
export function readDraft(fields: readonly EntryField[], base: Document | null, draft: Draft): ReadDraft {
  const document: Document = { ...base };
  const errors: Record<string, string> = {};
  for (const field of fields) {
    const drafted = draft[field.name];
    if (drafted === undefined) {
      if (base === null && field.isRequired && field.name !== 'id') errors[field.name] = 'Enter a value.';
      continue;
    }
    const value = typeof drafted === 'string' ? valueOf(field, drafted) : drafted.value;
    if (value instanceof Error) errors[field.name] = value.message;
    else if (value === undefined) delete document[field.name];
    else document[field.name] = value;
  }
  return { document, errors };
}

function valueOf(field: EntryField, text: string): unknown {
  const { kind, isRequired, isNullable } = field;
  if (text.trim() === '' && !(kind.endsWith('text') && text !== '')) {
    if (!isRequired || field.name === 'id') return undefined;
    if (isNullable) return null;
    return kind === 'text' || kind === 'long-text' ? '' : new Error('Enter a value.');
  }
  switch (kind) {
    case 'integer':
    case 'number': {
      const value = Number(text);
      if (kind === 'integer' && !Number.isInteger(value)) return new Error('Enter a whole number.');
      return Number.isNaN(value) ? new Error('Enter a number.') : value;
    }
    case 'boolean':
      return text === 'true';
    case 'date-time': {
      const time = new Date(text);
      return Number.isNaN(time.getTime()) ? new Error('Enter a date and a time.') : time.toISOString();
    }
    case 'choice':
    case 'json':
      return parseJson(text);
    default:
      return text;
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return new Error(`This is no JSON: ${(error as Error).message}`);
  }
}

/** Fields that differ between two documents. */
export function differingFields(one: Document, other: Document): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => canonical(one[name]) !== canonical(other[name]));
}

/** Same text for equal values, whatever the order of their keys. */
function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

export function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'id' in value;
}
