import { z } from 'zod';

/** Why git could not do what was asked: by the fault of the request or of the other side. */
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
  'FAILED',
]);
export type GitFailure = z.infer<typeof GitFailure>;

/** What the 422 of a call that needs a git remote carries in its `details`. */
export const GitRefusal = z.object({ failure: GitFailure });
