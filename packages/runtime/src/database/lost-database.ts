import { type AppError, UnavailableError } from '@atrium/host/errors';

/** The database is unavailable or restarting: worth a retry, unlike other failures. */
export function explainLostDatabase(error: { code?: string; message: string }): AppError | undefined {
  const isLost =
    /^(?:ECONN|ENOENT|EPIPE|57P0|08)/.test(error.code ?? '') ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message);
  return isLost ? new UnavailableError('The store of the service cannot be reached.', 1) : undefined;
}
