import { isPlainObject, type PlainValue } from '@atrium/contract/service-api/files/plain-value';
import type { Fields } from '../items/meta-item.ts';
import { choicesOf, schemaOf, typeOf } from './field-types.ts';

export interface FieldValues {
  name: string;
  /** Name of the field in the file; empty for a new field. */
  was: string;
  type: string;
  /** Joined by commas. */
  choices: string;
  isRequired: boolean;
}

export const listOfChoices = (text: string): string[] =>
  text
    .split(',')
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '');

const objectOf = (value: PlainValue | undefined): Fields => (isPlainObject(value) ? value : {});
const namesOf = (value: PlainValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

export function readSchema(schema: PlainValue | undefined): { fields: FieldValues[]; allowsOthers: boolean } {
  const { properties, required, additionalProperties } = objectOf(schema);
  const fields = Object.entries(objectOf(properties)).map(([name, part]) => ({
    name,
    was: name,
    type: typeOf(part),
    choices: choicesOf(part)?.join(', ') ?? '',
    isRequired: namesOf(required).includes(name),
  }));
  return { fields, allowsOthers: additionalProperties !== false };
}

/** Writes the form's values into a schema and keeps its other keywords. */
export function writeSchema(
  before: PlainValue | undefined,
  { fields, allowsOthers }: { fields: readonly FieldValues[]; allowsOthers: boolean },
): PlainValue {
  const { type = 'object', required, additionalProperties, properties, ...others } = objectOf(before);
  const known = objectOf(properties);
  const wanted = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  // In the order of the file, with names that are no field of the form; new ones after them.
  const kept = namesOf(required).filter((name) => wanted.includes(name) || !Object.hasOwn(known, name));
  const demanded = [...kept, ...wanted.filter((name) => !kept.includes(name))];
  return {
    type,
    ...((demanded.length > 0 || required !== undefined) && { required: demanded }),
    ...writeOthers(additionalProperties, allowsOthers),
    ...others,
    properties: Object.fromEntries(
      fields.map((field) => [
        field.name,
        schemaOf(field.type, listOfChoices(field.choices), known[field.was]),
      ]),
    ),
  };
}

function writeOthers(before: PlainValue | undefined, allowsOthers: boolean): Fields {
  if (!allowsOthers) return { additionalProperties: false };
  if (before === undefined) return {};
  return { additionalProperties: before === false ? true : before };
}
