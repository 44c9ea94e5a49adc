import { isPlainObject, type PlainValue } from '@atrium/contract/service-api/files/plain-value';
import { type CheckBudget, UncheckableError } from './check-budget.ts';
import { FORMATS, typesOf } from './schema-keywords.ts';

/** Error of a value, with its path; undefined if the value is valid. */
export function validate(schema: PlainValue, value: unknown, budget: CheckBudget): string | undefined {
  try {
    return findProblem(schema, value, budget, '');
  } catch (error) {
    if (error instanceof UncheckableError) return error.message;
    throw error;
  }
}

function findProblem(
  schema: PlainValue,
  value: unknown,
  budget: CheckBudget,
  at: string,
): string | undefined {
  budget.spend(1);
  if (schema === true) return undefined;
  if (schema === false) return `${at || 'the entry'} is not allowed`;
  if (!isPlainObject(schema)) return undefined;
  const fail = (text: string) => `${at || 'the entry'} ${text}`;
  const { type, enum: allowed, const: only } = schema;
  if (type !== undefined && !typesOf(type).some((name) => isOfType(name, value))) {
    return fail(`must be ${typesOf(type).join(' or ')}`);
  }
  if (Array.isArray(allowed) && !isOneOf(allowed, value, budget)) {
    return fail(`must be one of ${canonical(allowed, budget)}`);
  }
  if (only !== undefined && !isOneOf([only], value, budget)) {
    return fail(`must be ${canonical(only, budget)}`);
  }
  const check: Check = {
    budget,
    fail,
    inner: (part, given, name) => findProblem(part, given, budget, at ? `${at}.${name}` : name),
  };
  return (
    (typeof value === 'string' ? checkText(schema, value, check) : undefined) ??
    (typeof value === 'number' ? checkNumber(schema, value, fail) : undefined) ??
    (Array.isArray(value) ? checkList(schema, value, check) : undefined) ??
    (isObject(value) ? checkObject(schema, value, check) : undefined) ??
    checkCombination(schema, (part) => findProblem(part, value, budget, at), fail)
  );
}

type Schema = { [key: string]: PlainValue };
type Fail = (text: string) => string;

interface Check {
  budget: CheckBudget;
  fail: Fail;
  inner: (part: PlainValue, given: unknown, name: string) => string | undefined;
}

function checkText(schema: Schema, text: string, { budget, fail }: Check): string | undefined {
  const { minLength, maxLength, pattern, format } = schema;
  budget.spendOnText(text);
  // Characters, not code units: an emoji counts as one.
  const length = Array.from(text).length;
  if (typeof minLength === 'number' && length < minLength)
    return fail(`must have at least ${minLength} characters`);
  if (typeof maxLength === 'number' && length > maxLength)
    return fail(`must have at most ${maxLength} characters`);
  if (typeof pattern === 'string') {
    const isMatch = budget.testPattern(pattern, text);
    if (isMatch === undefined) throw new UncheckableError(fail(`cannot be checked against ${pattern}`));
    if (!isMatch) return fail(`must match ${pattern}`);
  }
  if (typeof format === 'string' && !FORMATS[format]?.test(text)) return fail(`must be a valid ${format}`);
  return undefined;
}

function checkNumber(schema: Schema, value: number, fail: Fail): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (typeof minimum === 'number' && value < minimum) return fail(`must be at least ${minimum}`);
  if (typeof maximum === 'number' && value > maximum) return fail(`must be at most ${maximum}`);
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) {
    return fail(`must be more than ${exclusiveMinimum}`);
  }
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) {
    return fail(`must be less than ${exclusiveMaximum}`);
  }
  if (typeof multipleOf === 'number' && multipleOf > 0 && !isMultiple(value, multipleOf)) {
    return fail(`must be a multiple of ${multipleOf}`);
  }
  return undefined;
}

/** Compares decimal digits: 0.29 is 29 times 0.01, although the quotient of the two is 28.999999999999996. */
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * Number.EPSILON;
}

function checkList(schema: Schema, list: unknown[], { budget, fail, inner }: Check): string | undefined {
  const { items, minItems, maxItems, uniqueItems } = schema;
  if (typeof minItems === 'number' && list.length < minItems)
    return fail(`must have at least ${minItems} items`);
  if (typeof maxItems === 'number' && list.length > maxItems)
    return fail(`must have at most ${maxItems} items`);
  if (uniqueItems === true && new Set(list.map((each) => canonical(each, budget))).size !== list.length)
    return fail('must not repeat items');
  if (items === undefined) return undefined;
  for (const [index, value] of list.entries()) {
    const problem = inner(items, value, String(index));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function checkObject(schema: Schema, value: object, { budget, fail, inner }: Check): string | undefined {
  const { properties, required, additionalProperties, minProperties, maxProperties } = schema;
  const count = Object.keys(value).length;
  budget.spend(count + (Array.isArray(required) ? required.length : 0));
  if (typeof minProperties === 'number' && count < minProperties)
    return fail(`must have at least ${minProperties} fields`);
  if (typeof maxProperties === 'number' && count > maxProperties)
    return fail(`must have at most ${maxProperties} fields`);
  for (const name of Array.isArray(required) ? required : []) {
    if (typeof name === 'string' && !Object.hasOwn(value, name)) return fail(`must have the field ${name}`);
  }
  for (const [name, part] of Object.entries(value)) {
    const known = isPlainObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    const rule = known ?? additionalProperties;
    const problem = rule === undefined ? undefined : inner(rule, part, name);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function checkCombination(
  schema: Schema,
  check: (part: PlainValue) => string | undefined,
  fail: Fail,
): string | undefined {
  const { allOf, anyOf, oneOf, not } = schema;
  for (const part of Array.isArray(allOf) ? allOf : []) {
    const problem = check(part);
    if (problem !== undefined) return problem;
  }
  const matching = (parts: PlainValue[]) => parts.filter((part) => check(part) === undefined).length;
  if (Array.isArray(anyOf) && matching(anyOf) === 0) return fail('must match one of the alternatives');
  if (Array.isArray(oneOf) && matching(oneOf) !== 1)
    return fail('must match exactly one of the alternatives');
  if (not !== undefined && check(not) === undefined) return fail('must not match what is excluded');
  return undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

/** Canonical text: identical for equal values, regardless of key order. */
function canonical(value: unknown, budget: CheckBudget): string {
  const text = JSON.stringify(value, (_, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
  budget.spendOnText(text);
  return text;
}

function isOneOf(allowed: readonly PlainValue[], value: unknown, budget: CheckBudget): boolean {
  budget.spend(allowed.length);
  if (typeof value !== 'object' || value === null) return allowed.includes(value as PlainValue);
  const text = canonical(value, budget);
  return allowed.some((each) => canonical(each, budget) === text);
}
