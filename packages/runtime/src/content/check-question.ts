import type { PlainValue } from '@atrium/contract/service-api/files/plain-value';
import type { CheckBudget } from './check-budget.ts';
import { checkSchema } from './check-schema.ts';
import { validate } from './json-schema.ts';

/** A value to check against a schema, or the schema itself where there is no value. */
export interface CheckQuestion {
  schema: PlainValue;
  value?: unknown;
}

/** Response of a thread. */
export interface CheckResult {
  problem: string | undefined;
  steps: number;
  processorMs: number;
}

/** Validation error; undefined if the value is valid. */
export function findProblem({ schema, value }: CheckQuestion, budget: CheckBudget): string | undefined {
  return value === undefined ? checkSchema(schema, budget) : validate(schema, value, budget);
}
