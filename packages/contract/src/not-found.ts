import { ApiError } from './api-error.ts';

/** Whether a call was answered that what it names is not there. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
