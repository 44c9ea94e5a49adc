import { expect, it } from 'vitest';
import { fieldsOf } from '../entry-fields.ts';
import { parseCsv } from './csv.ts';
import { matchColumn, readImportFile, toCsv } from './entry-rows.ts';

const fields = fieldsOf({
  required: ['name'],
  properties: {
    name: { type: 'string' },
    stock: { type: 'integer' },
    isSold: { type: 'boolean' },
    category: { enum: ['tea', 1, null] },
    customer: { type: 'object' },
  },
});

const same = (column: string) => column;

it('writes entries as CSV that reads back as the same', () => {
  const entries = [
    { id: '1', name: '=SUM(A1)', stock: -5, isSold: true, category: 'tea', customer: { email: 'a@b.c' } },
    { id: '2', name: 'a "b",\r\nc;d', stock: 0, isSold: false, category: 1, other: '12' },
    { id: '3', name: '', category: null, other: 12, more: [1, 'x'] },
    { id: '+4', name: "'=x", other: '@x', more: 'null' },
    { id: '5', name: 'null', other: 'plain' },
    { id: '6', name: '-', other: true },
  ];
  const csv = toCsv(entries, fields);
  expect(csv).toContain("'=SUM(A1)");
  expect(csv).toContain(',-5,');
  for (const { cells } of parseCsv(csv))
    for (const { text } of cells) expect(text).not.toMatch(/^[=+@]|^-\D/);
  const rows = readImportFile('entries.csv', csv, fields).read(same);
  expect(rows.map(({ entry }) => entry)).toEqual(entries);
});

it('keeps formulas texts for programs that separate cells otherwise', () => {
  const entries = [
    { id: '1', name: 'a;=1', customer: { note: 'x;+1' } },
    { id: '2', name: 'a\t@x\r\n=1\n\n- b;\'-1;"=1', customer: { note: ';"=1' } },
    { id: '3', name: '\n=1', other: "'\t''=1; =1;5" },
  ];
  const csv = toCsv(entries, fields);
  expect(csv).not.toMatch(/(?:^|[;\t\r\n])"*[=+\-@]/);
  const rows = readImportFile('entries.csv', csv, fields).read(same);
  expect(rows.map(({ entry }) => entry)).toEqual(entries);
});

it('reads semicolons, line numbers and columns by their heads', () => {
  const file = readImportFile(
    'a.csv',
    '\uFEFFID;Is sold;Unknown\r\n1;yes;x\r\n\r\n"2\n";no;\r\n3;maybe;',
    fields,
  );
  expect(file.columns).toEqual(['ID', 'Is sold', 'Unknown']);
  const rows = file.read((column) => matchColumn(column, fields, false));
  expect(rows).toEqual([
    { line: 2, entry: { id: '1', isSold: true } },
    { line: 4, entry: { id: '2\n', isSold: false } },
    { line: 6, entry: { id: '3', isSold: 'maybe' } },
  ]);
  expect(matchColumn('Unknown', fields, true)).toBe('Unknown');
});

it('reads a list of JSON, and lines of it, and names the line that is neither', () => {
  const rows = [{ id: '1' }, { id: '2' }];
  for (const text of [JSON.stringify(rows), rows.map((row) => JSON.stringify(row)).join('\n')])
    expect(readImportFile('a.json', text, fields).read(same)).toEqual(
      rows.map((entry, index) => ({ line: index + 1, entry })),
    );
  expect(() => readImportFile('a.ndjson', '{"id":"1"}\n{', fields)).toThrow('Line 2 is no JSON');
  expect(() => readImportFile('a.json', '[1]', fields)).toThrow('Entry 1 is no object.');
});
