import type { Logger } from 'pino';

/** Logs an unhandled rejection, which is a bug. Node would end the process, and with it the work of everyone else. */
export function logUnhandled(log: Pick<Logger, 'error'>): void {
  process.on('unhandledRejection', (err) => {
    log.error({ err }, 'A promise failed that no one waited for.');
  });
}
