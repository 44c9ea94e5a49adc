import type { Customer } from '@atrium/contract/customers/customer';
import { useState } from 'react';
import { formatDate, formatDateTime } from '../../lib/format-date.ts';
import { Alert } from '../../ui/Alert.tsx';

/** Why the people of a customer cannot sign in, if so, and who can undo it until when. */
export function CustomerNotices({ customer }: { customer: Customer }) {
  const { closedOn, contentEndsOn, lockedBecause, lockedOn, owner } = customer;
  const [now] = useState(() => Date.now());
  const isReopenable = contentEndsOn && Date.parse(contentEndsOn) > now;
  return (
    <>
      {closedOn && (
        <Alert kind="warning" title={`Closed by its owner on ${formatDate(closedOn)}`}>
          {isReopenable
            ? `Its content is deleted on ${formatDate(contentEndsOn)}. Until then the operator can reopen the account with “domain reopen ${owner?.username ?? '<username>'}”.`
            : 'Its content is deleted, and the account cannot be reopened. Invoices and payments are kept.'}
        </Alert>
      )}
      {lockedOn !== null && (
        <Alert kind="warning" title={`Locked since ${formatDateTime(lockedOn)}`}>
          {lockedBecause}
        </Alert>
      )}
    </>
  );
}
