import { getAutomaticPayment, setAutomaticPayment } from '@atrium/contract/billing/automatic-payment';
import { getInvoice } from '@atrium/contract/billing/invoice';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { readAgain } from '../../api/read-again.ts';
import { useChange } from '../../api/use-change.ts';
import { useRefusal } from '../../api/use-refusal.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { automaticPaymentQuery, cardsQuery } from './billing.queries.ts';
import { nameOfDefault, RETRIES } from './charge-words.ts';

/** Switch for charging new invoices to the default card. Turning it on requires confirmation. */
export function AutomaticPaymentCard() {
  const client = useQueryClient();
  const state = useQuery(automaticPaymentQuery());
  const [isAsking, setAsking] = useState(false);
  const refusal = useRefusal(setAutomaticPayment);
  const change = useChange({
    mutationFn: (isOn: boolean) => call(setAutomaticPayment, { body: { isOn } }),
    onSuccess: () => readAgain(client, [getAutomaticPayment, getInvoice]),
    onSettled: () => setAsking(false),
  });
  return (
    <Card title="Automatic payment">
      <QueryPanel query={state} skeleton={<Skeleton lines={2} label="Loading automatic payment" />}>
        {({ isOn }) => (
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p className="max-w-prose">
              {isOn
                ? `Automatic payment is on: each new invoice is charged to your default card on the day it is issued. ${RETRIES}`
                : 'Automatic payment is off: you pay each invoice yourself.'}
            </p>
            <Button
              isBusy={change.isPending && !isAsking}
              refusal={refusal}
              onClick={() => (isOn ? change.mutate(false) : setAsking(true))}
            >
              {isOn ? 'Turn off automatic payment' : 'Turn on automatic payment'}
            </Button>
          </div>
        )}
      </QueryPanel>
      <AutomaticPaymentQuestion
        isOpen={isAsking}
        isBusy={change.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => change.mutate(true)}
      />
      <ErrorDialog error={change.error} onClose={change.reset} />
    </Card>
  );
}

interface AutomaticPaymentQuestionProps {
  isOpen: boolean;
  isBusy: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** States the amount, the time and the card of charges that will need no confirmation. */
function AutomaticPaymentQuestion({ isOpen, isBusy, onCancel, onConfirm }: AutomaticPaymentQuestionProps) {
  const cards = useQuery(cardsQuery());
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isBusy={isBusy}
      onCancel={onCancel}
      onConfirm={onConfirm}
      title="Turn on automatic payment?"
      confirmLabel="Turn on"
    >
      <div className="grid gap-2">
        <p>
          Each new invoice will be charged to <strong>{nameOfDefault(cards.data)}</strong>, or to the card
          that is the default by then, on the day it is issued, without asking you again.
        </p>
        <p>
          {RETRIES} Invoices that have already been issued are not charged. You can turn this off at any time.
        </p>
      </div>
    </ConfirmDialog>
  );
}
