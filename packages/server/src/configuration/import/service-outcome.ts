import { MovedFiles } from '@atrium/contract/configuration/confirm';
import type { ImportedService } from '@atrium/contract/configuration/import';
import { Uncovered } from '@atrium/contract/configuration/protection';
import { AppError, ConflictError, UnprocessableError } from '@atrium/host/errors';
import { nameOfService } from '../about-service.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { failureOf, isUncertain } from './change-failure.ts';
import type { Submitted } from './service-change.ts';

/** Changes one service. Throws its failures. */
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
 * Changes one service of several, and returns its outcome. A failure does not stop the others. An abort is
 * the outcome of the services that are left; changes made before it are reported.
 */
export async function outcomeOfService(
  parts: Pick<ConfigurationParts, 'services' | 'log'>,
  serviceId: string,
  signal: AbortSignal,
  change: (onWrite: () => void) => Promise<Submitted>,
): Promise<ImportedService> {
  let isSent = false;
  try {
    signal.throwIfAborted();
    return await changeService(parts, serviceId, () => change(() => (isSent = true)));
  } catch (error) {
    if (!(error instanceof AppError))
      parts.log.error({ err: error, serviceId }, 'a service could not be changed');
    const serviceName = await nameOfService(parts.services, serviceId);
    const failure = { status: 'ERROR' as const, error: { localizedMessage: failureOf(error).reason } };
    const isOutcomeUnknown = isSent && isUncertain(error);
    const isLeftOut = signal.aborted && error === signal.reason;
    const way = isLeftOut ? {} : wayOn(error);
    return { serviceId, serviceName, ...failure, ...(isOutcomeUnknown ? { isOutcomeUnknown } : way) };
  }
}

/** The caller's next step after a failure: compare again, or test first. */
function wayOn(error: unknown): Pick<ImportedService, 'moved' | 'needsPassedRun'> {
  if (error instanceof ConflictError) {
    const { data } = MovedFiles.safeParse(error.details);
    return data ? { moved: data.moved } : {};
  }
  return error instanceof UnprocessableError ? (Uncovered.safeParse(error.details).data ?? {}) : {};
}
