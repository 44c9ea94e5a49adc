import type { Pushed } from '@atrium/contract/configuration/push';
import type { Caller } from '../../http/caller.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { type ChangeFailure, failureOf } from '../import/change-failure.ts';

type Parts = Pick<ConfigurationParts, 'db' | 'audit'>;
type Target = Readonly<{ place: string | undefined; branch: string | undefined }>;

/** Name of the log entry. */
const ACTION = 'configuration.push-failed';

/** Logs why services were left out of a push, or refused by the git host. */
export async function logFailedServices(
  parts: Parts,
  caller: Caller,
  place: string,
  { branch, push }: Pushed,
): Promise<void> {
  const target = describe({ place, branch });
  for (const { serviceId, status, error } of push) {
    if (status === 'OK') continue;
    const reason = error?.localizedMessage ?? '';
    await record(parts, caller, { serviceId, target, failure: { reason, stackTrace: reason } });
  }
}

/** Logs why nothing could be pushed at all. */
export async function logFailedPush(
  parts: Parts,
  caller: Caller,
  target: Target,
  error: unknown,
): Promise<void> {
  await record(parts, caller, { target: describe(target), failure: failureOf(error) });
}

async function record(
  { db, audit }: Parts,
  caller: Caller,
  { serviceId, target, failure }: { serviceId?: string; target: string; failure: ChangeFailure },
): Promise<void> {
  const service = serviceId === undefined ? '' : `${serviceId}: `;
  await audit.record(db, {
    caller,
    action: ACTION,
    message: `${service}push to ${target}: ${failure.reason}`,
    ...(serviceId !== undefined && { before: { serviceId } }),
    stackTrace: failure.stackTrace,
  });
}

/** The place is not known where the address cannot be read, which may have a password in it. */
const describe = ({ place, branch = 'the default branch' }: Target) =>
  place === undefined ? branch : `${branch} of ${place}`;
