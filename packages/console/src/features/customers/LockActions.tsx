import {
  type Customer,
  getCustomer,
  listCustomerSessions,
  searchCustomers,
} from '@atrium/contract/customers/customer';
import { unlockCustomer } from '@atrium/contract/customers/customer-help';
import { useState } from 'react';
import { useRemove } from '../../api/use-remove.ts';
import { Button } from '../../ui/Button.tsx';
import { Lock, LockOpen } from '../../ui/icons.ts';
import { RemoveDialog } from '../../ui/RemoveDialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { LockCustomerDialog } from './LockCustomerDialog.tsx';

/** Locks a customer, or unlocks one that is locked. Administrators cannot lock each other out. */
export function LockActions({ customer }: { customer: Customer }) {
  const [isLocking, setLocking] = useState(false);
  const { id, name, lockedOn, hasAdministrator } = customer;
  const unlocking = useRemove(unlockCustomer, {
    title: `Unlock ${name}?`,
    question: `Are you sure you want to let the people of ${name} sign in again?`,
    confirmLabel: 'Unlock',
    errorTitle: 'The customer could not be unlocked',
    request: { params: { id } },
    invalidates: [getCustomer, listCustomerSessions, searchCustomers],
    onRemoved: () => showToast(`${name} is unlocked.`),
  });
  if (hasAdministrator) return null;
  return (
    <>
      {lockedOn === null ? (
        <Button icon={<Lock aria-hidden size={16} />} onClick={() => setLocking(true)}>
          Lock
        </Button>
      ) : (
        <Button icon={<LockOpen aria-hidden size={16} />} onClick={unlocking.ask}>
          Unlock
        </Button>
      )}
      {isLocking && <LockCustomerDialog customer={customer} onClose={() => setLocking(false)} />}
      <RemoveDialog removal={unlocking} />
    </>
  );
}
