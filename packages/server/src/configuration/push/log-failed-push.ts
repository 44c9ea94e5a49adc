import type { Pushed } from '@atrium/contract/configuration/push';
import type { Caller } from '../../http/caller.ts';
import { readGitAddress } from '../../providers/git/git-address.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { type ChangeFailure, failureOf } from '../import/change-failure.ts';

type Parts = Pick<ConfigurationParts, 'db' | 'audit'>;
type Asked = Readonly<{ gitUrl: string; branch?: string | undefined }>;

/** Name of the log entry. */
const ACTION = 'configuration.push-failed';

/** Logs why services were left out of a push, or refused by the git host. */
export async function logFailedServices(
  parts: Parts,
  caller: Caller,
  { gitUrl }: Asked,
  { branch, push }: Pushed,
): Promise<void> {
  const place = placeOf({ gitUrl, branch });
  for (const { serviceId, status, error } of push) {
    if (status === 'OK') continue;
    const reason = error?.localizedMessage ?? '';
    await record(parts, caller, { serviceId, place, failure: { reason, stackTrace: reason } });
  }
}

/** Logs why nothing could be pushed at all. */
export async function logFailedPush(
  parts: Parts,
  caller: Caller,
  asked: Asked,
  error: unknown,
): Promise<void> {
  await record(parts, caller, { place: placeOf(asked), failure: failureOf(error) });
}

async function record(
  { db, audit }: Parts,
  caller: Caller,
  { serviceId, place, failure }: { serviceId?: string; place: string; failure: ChangeFailure },
): Promise<void> {
  const service = serviceId === undefined ? '' : `${serviceId}: `;
  await audit.record(db, {
    caller,
    action: ACTION,
    message: `${service}push to ${place}: ${failure.reason}`,
    ...(serviceId !== undefined && { before: { serviceId } }),
    stackTrace: failure.stackTrace,
  });
}

/** An address that cannot be read may have a password in it. */
function placeOf({ gitUrl, branch = 'the default branch' }: Asked): string {
  try {
    return `${branch} of ${readGitAddress(gitUrl).url}`;
  } catch {
    return branch;
  }
}
