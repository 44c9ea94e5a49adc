import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { cardsQuery } from './billing.queries.ts';
import { nameOfDefault, RETRIES } from './charge-words.ts';

interface AutomaticPaymentQuestionProps {
  isOpen: boolean;
  isBusy: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Says what is charged, when and to which card, before it happens without a question. */
export function AutomaticPaymentQuestion({
  isOpen,
  isBusy,
  onCancel,
  onConfirm,
}: AutomaticPaymentQuestionProps) {
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
