import { ApiError } from './api-error.ts';

/** Whether a call failed because its target does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
