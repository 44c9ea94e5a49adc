import {
  createCard,
  listCards,
  makeCardDefault,
  type Card as PaymentCard,
} from '@atrium/contract/billing/card';
import { cardExpiry, expiredCardText, expiryOf } from '@atrium/contract/billing/card-expiry';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { useRefusal } from '../../api/use-refusal.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { ExpiryBadge } from '../../ui/ExpiryBadge.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { refuse } from '../../ui/refusal.ts';
import type { TableColumn } from '../../ui/table-column.ts';
import { cardsQuery } from './billing.queries.ts';
import { CardFields } from './CardFields.tsx';
import { nameOfCard } from './card-words.ts';
import { DefaultAction } from './DefaultAction.tsx';
import { DeleteCard } from './DeleteCard.tsx';
import { HolderName } from './holder-name.ts';
import { useCardField } from './use-card-field.ts';

const columns: TableColumn<PaymentCard>[] = [
  {
    id: 'number',
    header: 'Number',
    isRowHeader: true,
    className: 'tabular whitespace-nowrap',
    cell: ({ last4 }) => `**** **** **** ${last4}`,
  },
  {
    id: 'expiry',
    header: 'Expiry',
    className: 'tabular',
    cell: (card) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
        {expiryOf(card)}
        <ExpiryBadge card={card} />
      </span>
    ),
  },
  {
    id: 'default',
    header: 'Default',
    cell: (card) => (
      <DefaultAction
        id={card.id}
        name={nameOfCard(card)}
        isDefault={card.defaultCard}
        makeDefault={makeCardDefault}
        list={listCards}
        refusal={cardExpiry(card) === 'expired' ? refuse(expiredCardText(card)) : undefined}
      />
    ),
  },
  {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    align: 'end',
    cell: (card) => <DeleteCard card={card} />,
  },
];

export function CardsTable() {
  const cards = useQuery(cardsQuery());
  const [isAdding, setAdding] = useState(false);
  const refusal = useRefusal(createCard);
  return (
    <Card
      title="Cards"
      isFlush
      actions={
        <Button refusal={refusal} onClick={() => setAdding(true)}>
          Add Card
        </Button>
      }
    >
      <ExpiryNotice card={cards.data?.find(({ defaultCard }) => defaultCard)} />
      <EntityTable
        caption="Cards"
        query={cards}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          hint: 'Without a card, invoices cannot be paid.',
          action: (
            <Button refusal={refusal} onClick={() => setAdding(true)}>
              Add a card
            </Button>
          ),
        }}
      />
      {isAdding && <AddCardDialog onClose={() => setAdding(false)} />}
    </Card>
  );
}

/** Reason why the next invoice can't be charged to the default card, now or soon. */
function ExpiryNotice({ card }: { card: PaymentCard | undefined }) {
  const expiry = card === undefined ? 'valid' : cardExpiry(card);
  if (card === undefined || expiry === 'valid') return null;
  const name = `Your default ${nameOfCard(card)}`;
  return (
    <Alert kind={expiry === 'expired' ? 'error' : 'warning'} className="m-4">
      {expiry === 'expired'
        ? `${name} expired in ${expiryOf(card)}, so no invoice can be charged to it. Add a card that is still valid, or make another one the default.`
        : `${name} expires at the end of this month. Add its replacement and make it the default.`}
    </Alert>
  );
}

function AddCardDialog({ onClose }: { onClose: () => void }) {
  const card = useCardField();
  const form = useEndpointForm(createCard, {
    schema: HolderName,
    defaults: { cardHolderName: '' },
    toBody: async ({ cardHolderName }) => {
      const token = await card.createToken(cardHolderName);
      return token === undefined ? undefined : { token, cardHolderName };
    },
    onInvalid: card.flagIncomplete,
    invalidates: [listCards],
    onDone: onClose,
    onError: card.saveFailed,
  });
  return (
    <FormDialog form={form} title="Add Card" onClose={onClose}>
      <CardFields card={card} holderName={form.field('cardHolderName')} />
    </FormDialog>
  );
}
