import { targetOf } from '@atrium/contract/service-api/functions/usage-target';
import { FunctionMail } from '@atrium/contract/services/function-mails';
import { UnavailableError } from '@atrium/host/errors';
import { explain, type HostOperation, refuseUnstorable } from '../functions/sandbox-calls.ts';
import type { Meter } from '../metering/meter.ts';
import { HostCallError } from '../sandbox/worker/host-call.ts';

/** Hands a mail on to the platform. Returns recipients that get nothing. */
export type SendMail = (
  serviceId: string,
  mail: { id: string; domainId: string; function: string; mail: FunctionMail },
) => Promise<{ refused: { to: string; reason: string }[] }>;

interface Parts {
  send: SendMail;
  meter: Meter;
  createId: () => string;
}

/** Mails, as functions send them: `mail.send({ to, subject, text })`. */
export function mailOperations({ send, meter, createId }: Parts): Map<string, HostOperation> {
  const operation: HostOperation = async ({ identity, live, call }, argument) => {
    refuseUnstorable(argument, 'mail');
    const { data, error } = FunctionMail.safeParse(argument);
    if (!data) throw new HostCallError('TypeError', `mail.send: ${problemOf(error.issues[0])}`);
    const { domainId, userId, serviceId } = identity;
    const name = call?.function ?? '';
    const usage = {
      identity: { domainId, userId, serviceId },
      target: targetOf(name),
      version: live.version,
    };
    // Mails that cannot be billed are not sent.
    if (meter.problem !== undefined) throw new UnavailableError(meter.problem);
    const mail = { id: createId(), domainId, function: name, mail: data };
    const answer = await send(serviceId, mail).catch(explain);
    const calls = data.to.length - answer.refused.length;
    if (calls > 0) await meter.record({ ...usage, metric: 'mail', calls, durationMs: 0, memoryBytes: 0 });
    return answer;
  };
  return new Map([['mail.send', operation]]);
}

function problemOf(
  issue: { code: string; path: PropertyKey[]; message: string; keys?: string[] } | undefined,
): string {
  const place = issue?.path.map(String).join('.') ?? '';
  if (issue?.code === 'unrecognized_keys')
    return `${place || 'a mail'} does not know ${issue.keys?.join(', ')}`;
  return `${place || 'it'} ${issue?.message ?? 'is not valid'}`;
}
