import { MovedFiles } from '@atrium/contract/configuration/confirm';
import type { ImportedService } from '@atrium/contract/configuration/import';
import { Uncovered } from '@atrium/contract/configuration/protection';
import { AppError, ConflictError, UnprocessableError } from '@atrium/host/errors';
import { nameOfService } from '../about-service.ts';
import type { ConfigurationParts } from '../configuration.ts';
import { failureOf, isUncertain } from './submission-failure.ts';
import type { Submitted } from './submit.service.ts';

/** Changes one service; what fails there is thrown. */
export async function changeService(
  { services }: Pick<ConfigurationParts, 'services'>,
  serviceId: string,
  change: () => Promise<Submitted>,
): Promise<ImportedService> {
  const { version, backupId } = await change();
  return {
    serviceId,
    serviceName: await nameOfService(services, serviceId),
    status: 'OK',
    version,
    backupId,
  };
}

/**
 * Changes one service of several, and returns what came of it. What fails there does not stop the others, and after an
 * abort each that is left has that as its outcome: what was done before it is told all the same.
 */
export async function outcomeOfService(
  parts: Pick<ConfigurationParts, 'services' | 'log'>,
  serviceId: string,
  signal: AbortSignal,
  change: () => Promise<Submitted>,
): Promise<ImportedService> {
  try {
    signal.throwIfAborted();
    return await changeService(parts, serviceId, change);
  } catch (error) {
    if (!(error instanceof AppError))
      parts.log.error({ err: error, serviceId }, 'a service could not be changed');
    const serviceName = await nameOfService(parts.services, serviceId);
    const failure = { status: 'ERROR' as const, error: { localizedMessage: failureOf(error).reason } };
    // Signals are looked at before a service is written to only: nothing is uncertain then.
    const isLeftOut = signal.aborted && error === signal.reason;
    return { serviceId, serviceName, ...failure, ...(!isLeftOut && wayOn(error)) };
  }
}

/** What the caller can do about a failure: compare again, test first, or see what became of it. */
function wayOn(error: unknown): Pick<ImportedService, 'moved' | 'needsPassedRun' | 'isOutcomeUnknown'> {
  if (isUncertain(error)) return { isOutcomeUnknown: true };
  if (error instanceof ConflictError) {
    const { data } = MovedFiles.safeParse(error.details);
    return data ? { moved: data.moved } : {};
  }
  return error instanceof UnprocessableError ? (Uncovered.safeParse(error.details).data ?? {}) : {};
}
