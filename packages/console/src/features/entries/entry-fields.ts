import { isPlainObject, type PlainValue } from '@atrium/contract/service-api/files/plain-value';

export type FieldKind =
  | 'text'
  | 'long-text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'date'
  | 'date-time'
  | 'json';

/** Field of an entry, as its schema describes it. */
export interface EntryField {
  /** Names of fields, from the entry inwards. */
  path: readonly string[];
  /** `customer.email`. */
  name: string;
  kind: FieldKind;
  choices: readonly PlainValue[];
  isRequired: boolean;
  isNullable: boolean;
  description: string | undefined;
  standard: PlainValue | undefined;
}

const ID = 'id';
/** Texts that may be longer have a field of several lines. */
const ONE_LINE = 200;
const LONG_NAMES = /^(body|text|description|content|notes?|comment|message)$/i;
const MAX_DEPTH = 3;

type Schema = { [keyword: string]: PlainValue };

const objectOf = (value: PlainValue | undefined): Schema => (isPlainObject(value) ? value : {});

function typesOf({ type }: Schema): PlainValue[] {
  return type === undefined ? [] : Array.isArray(type) ? type : [type];
}

/** Fields of an entry: its id, required ones, then the others, and plain values before lists and objects. */
export function fieldsOf(schema: PlainValue | undefined): EntryField[] {
  const fields = propertiesOf(schema, []);
  const known = fields.some(({ name }) => name === ID)
    ? fields
    : [toField({ type: 'string' }, [ID], true), ...fields];
  const rank = ({ name, isRequired, kind }: EntryField) =>
    name === ID ? -1 : (kind === 'json' ? 2 : 0) + (isRequired ? 0 : 1);
  return known.toSorted((one, other) => rank(one) - rank(other));
}

/** Fields to filter by: those of objects within, too. */
export function filterFieldsOf(schema: PlainValue | undefined): EntryField[] {
  const within = (part: PlainValue | undefined, path: string[]): EntryField[] =>
    propertiesOf(part, path).flatMap((field) => {
      const inner = objectOf(objectOf(part)['properties'])[field.path.at(-1) ?? ''];
      const deeper = path.length + 1 < MAX_DEPTH ? within(inner, [...field.path]) : [];
      return [field, ...deeper];
    });
  const nested = within(schema, []).filter(({ path }) => path.length > 1);
  return fieldsOf(schema).flatMap((field) => [
    field,
    ...nested.filter(({ path }) => path[0] === field.path[0]),
  ]);
}

function propertiesOf(schema: PlainValue | undefined, path: readonly string[]): EntryField[] {
  const { properties, required } = objectOf(schema);
  const demanded = Array.isArray(required) ? required : [];
  return Object.entries(objectOf(properties)).map(([name, part]) =>
    toField(part, [...path, name], demanded.includes(name)),
  );
}

function toField(part: PlainValue, path: readonly string[], isRequired: boolean): EntryField {
  const schema = objectOf(part);
  const { description, default: standard, enum: choices } = schema;
  return {
    path,
    name: path.join('.'),
    kind: kindOf(schema, path.at(-1) ?? ''),
    choices: Array.isArray(choices) ? choices : [],
    isRequired,
    isNullable: typesOf(schema).includes('null'),
    description: typeof description === 'string' ? description : undefined,
    standard,
  };
}

function kindOf(schema: Schema, name: string): FieldKind {
  if (Array.isArray(schema['enum'])) return 'choice';
  const [type, other] = typesOf(schema).filter((each) => each !== 'null');
  if (other !== undefined) return 'json';
  if (type === 'integer' || type === 'number' || type === 'boolean') return type;
  if (type !== 'string') return 'json';
  const { format, maxLength } = schema;
  if (format === 'date' || format === 'date-time') return format;
  const isLong = typeof maxLength === 'number' ? maxLength > ONE_LINE : LONG_NAMES.test(name);
  return isLong && format === undefined ? 'long-text' : 'text';
}
