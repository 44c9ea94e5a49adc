import { formatCents } from '@atrium/contract/billing/money';
import type { Customer } from '@atrium/contract/customers/customer';
import {
  CREDIT_TO_CLOSED,
  giveCustomerCredit,
  listCustomerCredits,
  TypedCredit,
} from '@atrium/contract/customers/customer-credit';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { call } from '../../api/call.ts';
import { isUnknownOrGoingOn } from '../../api/is-outcome-unknown.ts';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { useIdempotencyKeys } from '../../api/use-idempotency-key.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { refuse } from '../../ui/refusal.ts';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';

/** Gives the customer a credit. `onGiven` shows it. */
export function GiveCredit({ customer, onGiven }: { customer: CreditedCustomer; onGiven: () => void }) {
  const [isGiving, setGiving] = useState(false);
  const sendOnce = useIdempotencyKeys();
  return (
    <>
      <Button
        refusal={customer.closedOn ? refuse(CREDIT_TO_CLOSED) : undefined}
        onClick={() => setGiving(true)}
      >
        Give a credit
      </Button>
      {isGiving && (
        <GiveCreditDialog
          customer={customer}
          sendOnce={sendOnce}
          onClose={() => setGiving(false)}
          onGiven={() => {
            setGiving(false);
            onGiven();
          }}
        />
      )}
    </>
  );
}

type CreditedCustomer = Pick<Customer, 'id' | 'name' | 'closedOn'>;

interface GiveCreditDialogProps {
  customer: CreditedCustomer;
  /** Outlives the dialog: a credit whose answer was lost is given once, also by the next one. */
  sendOnce: ReturnType<typeof useIdempotencyKeys>;
  onClose: () => void;
  onGiven: () => void;
}

interface Question {
  amount: string;
  answer: (isConfirmed: boolean) => void;
}

function GiveCreditDialog({ customer, sendOnce, onClose, onGiven }: GiveCreditDialogProps) {
  const { id, name } = customer;
  const [question, setQuestion] = useState<Question | null>(null);
  async function confirm(cents: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setQuestion({ amount: formatCents(cents), answer: resolve });
    const isConfirmed = await promise;
    setQuestion(null);
    return isConfirmed;
  }
  const form = useEndpointForm(giveCustomerCredit, {
    schema: TypedCredit,
    defaults: { cents: '', reason: '', expiresOn: '' },
    toBody: async (credit) => ((await confirm(credit.cents)) ? credit : undefined),
    send: (body) =>
      sendOnce(
        'credit',
        body,
        (idempotencyKey) => call(giveCustomerCredit, { params: { id }, body }, { idempotencyKey }),
        isUnknownOrGoingOn,
      ),
    invalidates: [listCustomerCredits],
    onDone: (_, { cents }) => {
      showToast(`${name} was given ${formatCents(cents)} of credit.`);
      onGiven();
    },
  });
  const typed = TypedCredit.shape.cents.safeParse(useWatch({ control: form.control, name: 'cents' }));
  return (
    <FormDialog
      form={form}
      title={`Give a credit to ${name}`}
      description="It pays invoices before any card does; what expires first is used first. A credit cannot be taken back."
      size="small"
      saveLabel={typed.success ? `Give ${formatCents(typed.data)}` : 'Give'}
      errorTitle={
        isUnknownOrGoingOn(form.error) ? 'The credit is not confirmed yet' : 'The credit could not be given'
      }
      onClose={onClose}
      result={
        <ConfirmDialog
          isOpen={question !== null}
          title="Give a credit"
          confirmLabel={`Give ${question?.amount}`}
          onCancel={() => question?.answer(false)}
          onConfirm={() => question?.answer(true)}
        >
          Give {question?.amount} of credit to {name}? A credit cannot be taken back.
        </ConfirmDialog>
      }
    >
      <TextField
        label="Amount in dollars"
        inputMode="decimal"
        required
        autoComplete="off"
        {...form.field('cents')}
      />
      <TextField
        label="Reason"
        hint="The customer sees it"
        required
        autoComplete="off"
        {...form.field('reason')}
      />
      <TextField
        label="Last day (UTC)"
        type="date"
        hint="The month of this day is still covered. Leave empty for a credit that does not expire."
        {...form.field('expiresOn')}
      />
    </FormDialog>
  );
}
