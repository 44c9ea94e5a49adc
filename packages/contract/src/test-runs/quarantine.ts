import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { tag } from './test-runs.ts';

/** A test in quarantine can be there for a year; then someone decides again. */
export const MAX_QUARANTINE_DAYS = 366;

const TestId = z.string().min(1).max(1000);

/** A test that runs, and whose failure does not fail the run. */
export const Quarantine = z.object({
  /** The id of the test. */
  id: z.string(),
  reason: z.string(),
  /** The last day on which it counts, in UTC. */
  until: z.iso.date(),
  createdOn: z.iso.datetime(),
  /** Username of the person who quarantined the test; empty if the account was deleted. */
  user: z.string(),
});
export type Quarantine = z.infer<typeof Quarantine>;

export const QuarantineRequest = z.object({
  id: TestId,
  reason: z.string().trim().min(1, 'Enter a reason.').max(500),
  until: z.iso.date('Enter the last day.'),
});

export const listQuarantines = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/quarantine',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  tag,
  summary: 'List the tests that are in quarantine today',
  response: z.array(Quarantine),
});

/**
 * Quarantine decides which tests prove a change, so it needs the permission to change live files; where the
 * domain requires a passed run, also the permission to lift that requirement: `configuration.protect`.
 */
export const upsertQuarantine = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/tests/quarantine',
  access: 'AUTHENTICATED',
  permission: 'configuration.write',
  tag,
  summary: 'Put a test into quarantine, from the next run on',
  body: QuarantineRequest,
  response: Quarantine,
  errors: ['notFound', 'unprocessable'],
});

export const deleteQuarantine = defineEndpoint({
  method: 'DELETE',
  path: '/console/v1/tests/quarantine',
  access: 'AUTHENTICATED',
  permission: 'configuration.write',
  tag,
  summary: 'Take a test out of quarantine, from the next run on',
  query: z.object({ id: TestId }),
  errors: ['notFound'],
});
