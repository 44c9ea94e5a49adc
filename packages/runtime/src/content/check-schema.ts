import { isPlainObject, type PlainValue } from '@atrium/contract/service-api/files/plain-value';
import { type CheckBudget, UncheckableError } from './check-budget.ts';
import { KEYWORDS } from './schema-keywords.ts';

const MAX_DEPTH = 20;

/** Error of a schema itself; undefined if it can be used. */
export function checkSchema(schema: PlainValue | undefined, budget: CheckBudget): string | undefined {
  try {
    return findProblem(schema, budget, 'schema', 0);
  } catch (error) {
    if (error instanceof UncheckableError) return error.message;
    throw error;
  }
}

function findProblem(
  schema: PlainValue | undefined,
  budget: CheckBudget,
  at: string,
  depth: number,
): string | undefined {
  budget.spend(1);
  if (typeof schema === 'boolean') return undefined;
  if (!isPlainObject(schema)) return `${at} is not a schema`;
  if (depth > MAX_DEPTH) return `${at} is nested too deeply`;
  for (const [keyword, value] of Object.entries(schema)) {
    if (!KEYWORDS.has(keyword)) return `${at} uses "${keyword}", which is not supported`;
    const rule = KEYWORDS.get(keyword);
    if (rule && !rule.isMet(value)) return `${at} ${rule.problem(keyword)}`;
  }
  const { pattern } = schema;
  if (typeof pattern === 'string' && budget.testPattern(pattern, '') === undefined) {
    return `${at} has a "pattern" that is no regular expression (with the flag u): ${pattern}`;
  }
  for (const [name, part] of subschemas(schema)) {
    const problem = findProblem(part, budget, `${at}.${name}`, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function subschemas(schema: { [key: string]: PlainValue }): [string, PlainValue][] {
  const found: [string, PlainValue][] = [];
  const { properties, additionalProperties, items, not } = schema;
  if (isPlainObject(properties)) found.push(...Object.entries(properties));
  for (const [name, part] of Object.entries({ additionalProperties, items, not })) {
    if (part !== undefined) found.push([name, part]);
  }
  for (const name of ['allOf', 'anyOf', 'oneOf']) {
    const parts = schema[name];
    if (Array.isArray(parts))
      found.push(...parts.map((part, index): [string, PlainValue] => [`${name}.${index}`, part]));
  }
  return found;
}
