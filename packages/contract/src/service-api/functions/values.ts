import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { ValueName } from './declaration.ts';
import { SetValue, ValueKind } from './value-fields.ts';

/** Values of a domain, each with its test value. */
export const MAX_VALUES = 100;
/** Characters of all values of a domain: they are handed to its functions. */
export const MAX_VALUES_LENGTH = 64 * 1024;

/** A secret or a variable of the domain, without its value. */
export const FunctionValue = z.object({
  kind: ValueKind,
  name: z.string(),
  /** False for one that functions declare and no one has set. */
  isSet: z.boolean(),
  hasTestValue: z.boolean(),
  /** Null for one that was never set. */
  changedOn: z.iso.datetime().nullable(),
  /** Id of the person who changed it last. */
  changedBy: z.string().nullable(),
  /** When a function that declares it was called last, to the minute. */
  usedOn: z.iso.datetime().nullable(),
  /** The value before the last rotation is accepted until then. */
  previousUntil: z.iso.datetime().nullable(),
  /** Live functions that declare it. */
  usedBy: z.array(z.object({ serviceId: z.string(), function: z.string() })),
});
export type FunctionValue = z.infer<typeof FunctionValue>;

const Params = z.object({ kind: ValueKind, name: ValueName });

/** Of all services that share one store. Values themselves are never returned. */
export const listValues = defineEndpoint({
  method: 'GET',
  path: '/values',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag: 'values',
  summary: 'List secrets and variables of functions, without their values',
  response: z.object({ content: z.array(FunctionValue) }),
});

export const setValue = defineEndpoint({
  method: 'PUT',
  path: '/values/{kind}/{name}',
  access: 'AUTHENTICATED',
  permission: 'configuration.write',
  tag: 'values',
  summary: 'Set, change or rotate a secret or a variable of functions',
  params: Params,
  body: SetValue,
  errors: ['unprocessable'],
});

export const deleteValue = defineEndpoint({
  method: 'DELETE',
  path: '/values/{kind}/{name}',
  access: 'AUTHENTICATED',
  permission: 'configuration.write',
  tag: 'values',
  summary: 'Delete a secret or a variable of functions',
  params: Params,
  errors: ['notFound'],
});
