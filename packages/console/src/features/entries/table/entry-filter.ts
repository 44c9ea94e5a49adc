import { z } from 'zod';
import type { EntryField, FieldKind } from '../entry-fields.ts';

/** Operators of filters, as they stand in the address and on screen. */
export const FILTER_OPERATORS = {
  is: { label: 'is', sign: '=', operator: '$eq' },
  not: { label: 'is not', sign: '≠', operator: '$ne' },
  less: { label: 'is less than', sign: '<', operator: '$lt' },
  more: { label: 'is more than', sign: '>', operator: '$gt' },
  contains: { label: 'contains', sign: 'contains', operator: '$contains' },
  empty: { label: 'is empty', sign: 'is empty', operator: '$empty' },
  filled: { label: 'is not empty', sign: 'is not empty', operator: '$empty' },
} as const;

export type FilterOperator = keyof typeof FILTER_OPERATORS;

const Filter = z.tuple([
  z.array(z.string()).min(1),
  z.enum(Object.keys(FILTER_OPERATORS) as [FilterOperator, ...FilterOperator[]]),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
]);

/** Path of the field, operator and value. */
export type Filter = z.infer<typeof Filter>;

const EMPTY: readonly FilterOperator[] = ['empty', 'filled'];
const ORDERED: readonly FilterOperator[] = ['is', 'not', 'less', 'more', ...EMPTY];

/** Operators that a field of a kind can be filtered by. */
export function operatorsOf(kind: FieldKind): readonly FilterOperator[] {
  if (kind === 'json') return ['contains', ...EMPTY];
  if (kind === 'boolean') return ['is', ...EMPTY];
  if (kind === 'choice') return ['is', 'not', ...EMPTY];
  if (kind === 'text' || kind === 'long-text') return ['contains', ...ORDERED];
  return ORDERED;
}

export function hasNoValue(operator: FilterOperator): boolean {
  return EMPTY.includes(operator);
}

/** Value of a typed text; undefined if it is none of the field. */
export function toFilterValue({ kind, choices }: EntryField, text: string): Filter[2] | undefined {
  if (kind === 'integer' || kind === 'number') {
    const value = Number(text);
    return text.trim() === '' || Number.isNaN(value) ? undefined : value;
  }
  if (kind === 'boolean') return text === 'true';
  if (kind === 'choice') {
    const choice = choices.find((each) => JSON.stringify(each) === text);
    return typeof choice === 'object' ? undefined : choice;
  }
  if (kind === 'date-time') {
    const time = new Date(text);
    return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
  }
  return text === '' ? undefined : text;
}

export function sentenceOf([path, operator, value]: Filter): string {
  const { sign } = FILTER_OPERATORS[operator];
  const what = `${path.join('.')} ${sign}`;
  return hasNoValue(operator) ? what : `${what} ${typeof value === 'string' ? `“${value}”` : String(value)}`;
}

/** Adds a filter; replaces one of the same field and operator. */
export function withFilter(filters: readonly Filter[], added: Filter): Filter[] {
  const keyOf = ([path, operator]: Filter) => JSON.stringify([path, FILTER_OPERATORS[operator].operator]);
  return [...filters.filter((each) => keyOf(each) !== keyOf(added)), added];
}

/** Filters in an address; those that cannot be read are left out. */
export function readFilters(text: unknown): Filter[] {
  try {
    return z.array(Filter).parse(JSON.parse(String(text)));
  } catch {
    return [];
  }
}

export const writeFilters = (filters: readonly Filter[]): string | undefined =>
  filters.length === 0 ? undefined : JSON.stringify(filters);

type Conditions = Record<string, unknown>;

/** Without a prototype, because fields may have names such as `constructor`. */
const noConditions = () => Object.create(null) as Conditions;

const isWithin = (path: readonly string[], outer: readonly string[]) =>
  outer.every((name, index) => path[index] === name);

/** The conditions below a field, which are added unless it has some. */
function conditionsBelow(fields: Conditions, name: string): Conditions {
  const given = fields[name];
  const inner = typeof given === 'object' && given !== null ? (given as Conditions) : noConditions();
  fields[name] = inner;
  return inner;
}

/** Conditions of a query. An address may hold some that the server refuses, such as of a text and its fields. */
export function toWhere(filters: readonly Filter[]): Conditions {
  const where = noConditions();
  for (const [path, operator, value] of filters) {
    let fields = where;
    for (const name of path.slice(0, -1)) fields = conditionsBelow(fields, name);
    const last = path.at(-1) ?? '';
    const isSole = filters.filter(([other]) => isWithin(other, path)).length === 1;
    // A plain value is found by the index.
    if (operator === 'is' && isSole && value !== null) fields[last] = value;
    else
      conditionsBelow(fields, last)[FILTER_OPERATORS[operator].operator] = hasNoValue(operator)
        ? operator === 'empty'
        : value;
  }
  return where;
}
