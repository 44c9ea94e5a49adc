import type { EntryField, FieldKind } from '../entry-fields.ts';
import { type CsvCell, guardFormula, parseCsv, quoteCell, unguardFormula, writeCsvLine } from './csv.ts';

type Document = Record<string, unknown>;

const kindOf = (fields: readonly EntryField[], name: string): FieldKind =>
  fields.find((field) => field.name === name)?.kind ?? 'json';

const isText = (kind: FieldKind) => kind !== 'json' && kind !== 'choice';

/** Entries as CSV: the fields of the schema first, lists and objects as JSON. */
export function toCsv(entries: readonly Document[], fields: readonly EntryField[]): string {
  const names = new Set(fields.map(({ name }) => name));
  for (const entry of entries) for (const name of Object.keys(entry)) names.add(name);
  const columns = [...names];
  const lines = entries.map((entry) =>
    writeCsvLine(columns.map((name) => cellOf(entry[name], kindOf(fields, name)))),
  );
  return [writeCsvLine(columns.map((name) => quoteCell(guardFormula(name)))), ...lines].join('');
}

function cellOf(value: unknown, kind: FieldKind): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return quoteCell(guardFormula(JSON.stringify(value)));
  // In columns of other kinds than text, a text that parses as JSON is quoted as JSON.
  const isAmbiguous = value === 'null' || (!isText(kind) && isJson(value));
  return quoteCell(guardFormula(isAmbiguous ? JSON.stringify(value) : value));
}

interface ImportRow {
  /** In the file, from 1. */
  line: number;
  entry: Document;
}

export interface ImportFile {
  /** Columns of a CSV file; none of JSON. */
  columns: string[];
  /** Rows with the columns as fields, or as other fields. */
  read: (fieldOf: (column: string) => string) => ImportRow[];
}

/** Reads a file of entries: CSV with a head line, a JSON list, or a line of JSON for each entry. */
export function readImportFile(name: string, text: string, fields: readonly EntryField[]): ImportFile {
  if (!/\.csv$/i.test(name)) {
    const rows = readJsonRows(text);
    return { columns: [], read: () => rows };
  }
  const [head, ...lines] = parseCsv(text);
  const columns = head?.cells.map((cell) => unguardFormula(cell.text).trim()) ?? [];
  return {
    columns,
    read: (fieldOf) =>
      lines.map(({ line, cells }) => {
        const entry: Document = {};
        for (const [index, cell] of cells.entries()) {
          const field = fieldOf(columns[index] ?? '');
          const value = field === '' ? undefined : valueOf(cell, kindOf(fields, field));
          if (value !== undefined) entry[field] = value;
        }
        return { line, entry };
      }),
  };
}

function readJsonRows(text: string): ImportRow[] {
  const isList = /^\uFEFF?\s*\[/.test(text);
  const found: [line: number, entry: unknown][] = isList
    ? (JSON.parse(text.replace(/^\uFEFF/, '')) as unknown[]).map((entry, index) => [index + 1, entry])
    : text
        .split('\n')
        .map((line, index): [number, string] => [index + 1, line.trim()])
        .filter(([, line]) => line !== '')
        .map(([line, json]) => [line, readLine(line, json)]);
  return found.map(([line, entry]) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
      throw new Error(`Entry ${line} is no object.`);
    return { line, entry: entry as Document };
  });
}

function readLine(line: number, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Error(`Line ${line} is no JSON: ${(error as Error).message}`, { cause: error });
  }
}

/** An empty cell is no value; the server checks all others against the schema. */
function valueOf({ text: written, isQuoted }: CsvCell, kind: FieldKind): unknown {
  if (written === '' && !isQuoted) return undefined;
  const text = unguardFormula(written);
  if (written === 'null') return null;
  if (kind === 'integer' || kind === 'number')
    return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
  if (kind === 'boolean')
    return /^(true|yes)$/i.test(text) ? true : /^(false|no)$/i.test(text) ? false : text;
  if (text === '"null"') return 'null';
  if (isText(kind)) return text;
  return isJson(text) ? JSON.parse(text) : text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Field that a column is for, by its name. */
export function matchColumn(column: string, fields: readonly EntryField[], allowsOthers: boolean): string {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '');
  const known =
    fields.find(({ name }) => name === column) ?? fields.find(({ name }) => plain(name) === plain(column));
  return known?.name ?? (allowsOthers ? column : '');
}
