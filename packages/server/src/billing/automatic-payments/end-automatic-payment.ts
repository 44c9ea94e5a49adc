import type { Audit } from '../../audit/audit.service.ts';
import type { Store } from '../../database/schema.ts';
import type { Events } from '../../events/events.ts';
import type { Caller } from '../../http/caller.ts';
import { updateChargesEnded } from './automatic-charge.repository.ts';
import { deleteAutomaticPayment } from './automatic-payment.repository.ts';

interface Parts {
  audit: Audit;
  events: Pick<Events, 'publish'>;
}

/** Turns automatic payment off, if it is on. Recorded charges are not retried either. */
export async function endAutomaticPayment(
  { audit, events }: Parts,
  transaction: Store,
  caller: Caller,
  message: string,
): Promise<void> {
  if (!(await deleteAutomaticPayment(transaction, caller))) return;
  await updateChargesEnded(transaction, caller);
  await audit.record(transaction, {
    caller,
    action: 'automatic-payment.update',
    message,
    before: { isOn: true },
    after: { isOn: false },
  });
  await events.publish(caller.domainId, 'billing', {}, { transaction });
}
