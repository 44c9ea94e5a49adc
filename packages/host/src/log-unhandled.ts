import type { Logger } from 'pino';

/**
 * Logs a promise that failed unattended, which is a mistake in the code. Node would end the process, and with it what it
 * does for everyone else.
 */
export function logUnhandled(log: Pick<Logger, 'error'>): void {
  process.on('unhandledRejection', (err) => {
    log.error({ err }, 'A promise failed that no one waited for.');
  });
}
