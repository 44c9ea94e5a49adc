import { z } from 'zod';
import { OperationState } from '../configuration/progress.ts';
import { defineEndpoint } from '../endpoint.ts';

/** Work is listed for this long after it was started. */
export const WORK_DAYS = 30;
/** Only the latest operations of a person in that period are listed. */
export const MAX_LISTED_WORK = 50;
/** Duration after which the person has probably moved on to another task. */
export const LONG_WORK_MS = 10_000;

/** Work that takes a while, started by a person or by a timetable of theirs, with its outcome. */
export const Work = z.object({
  /** Unique among the work of its kind. */
  id: z.string(),
  kind: z.enum(['PULL', 'PUSH', 'IMPORT', 'SUBMIT', 'RETURN', 'TEST_RUN', 'CHANGE_SEARCH']),
  /** A test run with a failure that counts has FAILED, too. */
  state: OperationState,
  startedOn: z.iso.datetime(),
  /** Null while it runs. */
  endedOn: z.iso.datetime().nullable(),
  /** Progress of the current step in tests, files or services; `total` is null if unknown. */
  done: z.int(),
  total: z.int().nullable(),
  /** Subject: the pulled repository, the changed service, or the test whose failure is searched for. */
  about: z.string().nullable(),
  /** Result or error in one sentence; null if the state is enough. */
  outcome: z.string().nullable(),
  /** The pull that resulted or was submitted, as long as it can be continued. */
  pullId: z.string().nullable(),
  /** The test run, or the one whose failure is searched for; with the test. */
  runId: z.string().nullable(),
  testId: z.string().nullable(),
  /** It failed or took long, and has ended since the person last looked. */
  isNew: z.boolean(),
});
export type Work = z.infer<typeof Work>;

/** Work as the area in which it was started knows it. */
export type StartedWork = Omit<Work, 'isNew'>;

export const listWork = defineEndpoint({
  method: 'GET',
  path: '/console/v1/work',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  isTogether: true,
  tag: 'work',
  summary:
    "List the caller's pulls, pushes, imports, submits, returns, test runs and searches of the last 30 days, newest first",
  response: z.object({ work: z.array(Work) }),
});

/** Work that ends later is new again. */
export const updateWorkSeen = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/work/seen',
  access: 'AUTHENTICATED',
  permission: 'none',
  isPersonal: true,
  tag: 'work',
  summary: 'Mark work that has ended until a moment as seen',
  body: z.object({ until: z.iso.datetime() }),
});
