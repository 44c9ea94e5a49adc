import { isPlainObject, type PlainValue } from '@atrium/contract/service-api/files/plain-value';
import type { Fields } from '../items/meta-item.ts';

/** Field types by their names in the form, with their JSON Schema. */
const TYPES = [
  { value: 'text', label: 'Text', schema: { type: 'string' } },
  { value: 'integer', label: 'Whole number', schema: { type: 'integer' } },
  { value: 'number', label: 'Number', schema: { type: 'number' } },
  { value: 'boolean', label: 'Yes or no', schema: { type: 'boolean' } },
  { value: 'email', label: 'E-mail address', schema: { type: 'string', format: 'email' } },
  { value: 'date', label: 'Date', schema: { type: 'string', format: 'date' } },
  { value: 'date-time', label: 'Date and time', schema: { type: 'string', format: 'date-time' } },
  { value: 'uri', label: 'Web address', schema: { type: 'string', format: 'uri' } },
  { value: 'array', label: 'List', schema: { type: 'array' } },
  { value: 'object', label: 'Object', schema: { type: 'object' } },
] as const satisfies readonly { value: string; label: string; schema: Fields }[];

/** A choice from several texts. */
export const CHOICE = 'choice';

/** Schema that the form can't represent: the file's schema is kept. */
export const AS_WRITTEN = 'as-written';

export const TYPE_OPTIONS = [
  ...TYPES.map(({ value, label }) => ({ value: value as string, label })),
  { value: CHOICE, label: 'One of several values' },
];

/** Returns the type of a field's schema and ignores its other keywords. */
export function typeOf(schema: PlainValue): string {
  if (!isPlainObject(schema)) return AS_WRITTEN;
  if (choicesOf(schema) !== undefined) return CHOICE;
  const { type, format } = schema;
  return (
    TYPES.find((each) => each.schema.type === type && formatOf(each.schema) === format)?.value ?? AS_WRITTEN
  );
}

/** The texts of which a field is one. */
export function choicesOf(schema: PlainValue): string[] | undefined {
  const choices = isPlainObject(schema) ? schema['enum'] : undefined;
  if (!Array.isArray(choices)) return undefined;
  return choices.every(isChoice) ? choices : undefined;
}

/** The form separates them by commas: it would lose an empty one, and spaces at the ends. */
function isChoice(choice: PlainValue): choice is string {
  return typeof choice === 'string' && choice !== '' && choice === choice.trim() && !choice.includes(',');
}

/** The schema of a field of this type: the one that it has, with all that it demands, unless the type changes. */
export function schemaOf(type: string, choices: string[], before: PlainValue | undefined): PlainValue {
  if (before !== undefined && typeOf(before) === type) {
    return type === CHOICE && isPlainObject(before) ? { ...before, enum: choices } : before;
  }
  if (type === CHOICE) return { enum: choices };
  return { ...TYPES.find(({ value }) => value === type)?.schema };
}

function formatOf(schema: Fields): PlainValue | undefined {
  return schema['format'];
}
