import type { Card } from '@atrium/contract/billing/card';
import { formatMoney } from '@atrium/contract/billing/money';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { cardsQuery } from './billing.queries.ts';
import { expiryText } from './card-words.ts';
import { type NamedInvoice, PayTerms } from './PayTerms.tsx';

interface PayQuestionProps {
  invoice: NamedInvoice;
  isOpen: boolean;
  onCancel: () => void;
  /** Called with the selected card. */
  onPay: (card: Card) => void;
}

/** Shows the amount and the card before the charge. */
export function PayQuestion({ invoice, isOpen, onCancel, onPay }: PayQuestionProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const cards = useQuery(cardsQuery());
  const [chosenId, setChosenId] = useState<string | null>(null);
  const all = cards.data ?? [];
  const card = all.find(({ id }) => id === chosenId) ?? all.find(({ defaultCard }) => defaultCard);
  const amount = formatMoney(invoice.amount, invoice.currency);
  const hasNoCard = cards.data !== undefined && card === undefined;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onCancel}
      title={
        <>
          Pay invoice <span className="whitespace-nowrap">{invoice.invoiceId}</span>
        </>
      }
      size="small"
      role="alertdialog"
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onCancel}>
            Cancel
          </Button>
          {hasNoCard ? (
            <AppLink href={paths.payment()} className={buttonClass('primary')} onClick={onCancel}>
              Add a card
            </AppLink>
          ) : (
            <Button variant="primary" disabled={card === undefined} onClick={() => card && onPay(card)}>
              Pay {amount}
            </Button>
          )}
        </>
      }
    >
      <QueryPanel query={cards} skeleton={<Skeleton lines={5} label="Loading your card" />}>
        {() => (
          <>
            <PayTerms invoice={invoice} card={card} onLeave={onCancel} />
            {all.length > 1 && (
              <RadioGroup
                legend="Card"
                className="mt-4"
                value={card?.id ?? null}
                onChange={setChosenId}
                options={all.map((each) => ({
                  value: each.id,
                  label: `**** ${each.last4}`,
                  hint: each.defaultCard ? `Default, ${expiryText(each)}` : expiryText(each),
                }))}
              />
            )}
          </>
        )}
      </QueryPanel>
    </Dialog>
  );
}
