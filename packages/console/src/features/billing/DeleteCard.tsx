import { getAutomaticPayment } from '@atrium/contract/billing/automatic-payment';
import { type Card, deleteCard, listCards } from '@atrium/contract/billing/card';
import { getInvoice } from '@atrium/contract/billing/invoice';
import { useQuery } from '@tanstack/react-query';
import { automaticPaymentQuery, cardsQuery } from './billing.queries.ts';
import { nameOfCard } from './card-words.ts';
import { DeleteOwned } from './DeleteOwned.tsx';

/** Deletes a card. The confirmation warns if this ends automatic payment. */
export function DeleteCard({ card }: { card: Card }) {
  const cards = useQuery(cardsQuery());
  const automatic = useQuery(automaticPaymentQuery());
  const endsIt = automatic.data?.isOn === true && cards.data?.length === 1;
  return (
    <DeleteOwned
      id={card.id}
      name={nameOfCard(card)}
      remove={deleteCard}
      list={listCards}
      alsoChanges={[getAutomaticPayment, getInvoice]}
      {...(endsIt && { consequence: 'It is your last card, so automatic payment is turned off.' })}
    />
  );
}
