import { isPlainObject, type PlainValue } from '@atrium/contract/service-api/files/plain-value';

/*
 * Interpreter of the part of JSON Schema (2020-12) that collections use. Validators that compile a schema into
 * JavaScript must not be given untrusted schemas, and customers write these. Keywords outside of the list
 * below, and invalid values, are refused when the schema is imported, so that no one relies on a rule that is
 * not checked.
 */

/** Type of a keyword's value. */
interface Rule {
  isMet: (value: PlainValue) => boolean;
  problem: (keyword: string) => string;
}

const must = (words: string, isMet: Rule['isMet']): Rule => ({
  isMet,
  problem: (keyword) => `needs ${words} as "${keyword}"`,
});
const known = (isMet: Rule['isMet']): Rule => ({ isMet, problem: (keyword) => `has an unknown ${keyword}` });

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']);
export const FORMATS: Record<string, RegExp> = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  email: /^[^\s@]{1,64}@[^\s@]{1,255}$/,
  uri: /^[a-z][a-z0-9+.-]{0,20}:\S+$/i,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
};

const isText = (value: PlainValue) => typeof value === 'string';
const isNumber = (value: PlainValue) => typeof value === 'number';
const isCount = (value: PlainValue) => Number.isInteger(value) && Number(value) >= 0;

/** Annotations accept any value, and so do subschemas, which are checked as schemas. */
export const KEYWORDS: ReadonlyMap<string, Rule | undefined> = new Map([
  ...ruled(undefined, ['$schema', '$id', '$comment', 'title', 'description', 'default', 'examples']),
  ...ruled(undefined, ['deprecated', 'readOnly', 'const', 'additionalProperties', 'items', 'not']),
  ...ruled(
    known((value) => typesOf(value).length <= TYPES.size && typesOf(value).every((type) => TYPES.has(type))),
    ['type'],
  ),
  ...ruled(
    known((value) => isText(value) && Object.hasOwn(FORMATS, String(value))),
    ['format'],
  ),
  ...ruled(must('a list', Array.isArray), ['enum', 'allOf', 'anyOf', 'oneOf']),
  ...ruled(must('an object', isPlainObject), ['properties']),
  ...ruled(
    must('a list of texts', (value) => Array.isArray(value) && value.every(isText)),
    ['required'],
  ),
  ...ruled(must('a whole number from 0 on', isCount), [
    'minProperties',
    'maxProperties',
    'minItems',
    'maxItems',
    'minLength',
    'maxLength',
  ]),
  ...ruled(must('a number', isNumber), ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']),
  ...ruled(
    must('a number above 0', (value) => isNumber(value) && Number(value) > 0),
    ['multipleOf'],
  ),
  ...ruled(
    must('true or false', (value) => typeof value === 'boolean'),
    ['uniqueItems'],
  ),
  ...ruled(must('a text', isText), ['pattern']),
]);

function ruled(rule: Rule | undefined, keywords: readonly string[]): [string, Rule | undefined][] {
  return keywords.map((keyword) => [keyword, rule]);
}

export function typesOf(type: PlainValue | undefined): string[] {
  return (Array.isArray(type) ? type : [type]).map(String);
}
