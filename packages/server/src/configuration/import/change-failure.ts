import { AppError } from '@atrium/host/errors';
import type { Audit, Change } from '../../audit/audit.service.ts';
import type { Store } from '../../database/schema.ts';
import type { OpenBackup } from '../versions/backup.repository.ts';

/** Why an import failed, for the log. */
export interface ChangeFailure {
  reason: string;
  stackTrace: string;
}

/** Returns a failure as the log and the customer get it. */
export function failureOf(error: unknown): ChangeFailure {
  return {
    reason: error instanceof AppError ? error.message : 'It failed unexpectedly.',
    stackTrace: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

/** Whether a service may have made the version all the same. */
export const isUncertain = (error: unknown): boolean =>
  !(error instanceof AppError) || error.kind === 'unavailable';

/** A requested change, as the log names it. */
export interface AskedChange extends Pick<OpenBackup, 'action' | 'serviceId' | 'version' | 'message'> {
  caller: Change['caller'];
}

/** The log entry of a failed import. */
export async function logFailure(
  { audit }: { audit: Audit },
  transaction: Store,
  { caller, action, serviceId, version, message }: AskedChange,
  { reason, stackTrace }: ChangeFailure,
): Promise<void> {
  await audit.record(transaction, {
    caller,
    action: `${action}-failed`,
    message: `${serviceId}: ${message}: ${reason}`,
    before: { serviceId, version },
    stackTrace,
  });
}
