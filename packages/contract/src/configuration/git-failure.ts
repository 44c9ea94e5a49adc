import { z } from 'zod';

/** Cause of a git failure: the request or the remote. */
const GitFailure = z.enum([
  'ADDRESS_NOT_ALLOWED',
  'UNREACHABLE',
  'CREDENTIALS_REFUSED',
  'ACCESS_DENIED',
  'TOO_MANY_REQUESTS',
  'NOT_FOUND',
  'NOT_A_REPOSITORY',
  'NOT_SUPPORTED',
  'DAMAGED',
  'CERTIFICATE',
  'EMPTY_REPOSITORY',
  'BRANCH_MISSING',
  'COMMIT_MISSING',
  'TIMEOUT',
  'TOO_LARGE',
  'TOO_MANY_FILES',
  'TOO_MANY_WAITING',
  'CANCELED',
  'REMOTE_MOVED',
  'PUSH_REFUSED',
  'ANSWER_LOST',
  'HOST_KEY_UNKNOWN',
  'HOST_KEY_CHANGED',
  'FAILED',
]);
export type GitFailure = z.infer<typeof GitFailure>;

/** Details of the 422 of a call that needs a git remote. */
export const GitRefusal = z.object({ failure: GitFailure });
