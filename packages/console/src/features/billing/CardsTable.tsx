import {
  createCard,
  listCards,
  makeCardDefault,
  type Card as PaymentCard,
} from '@atrium/contract/billing/card';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRefusal } from '../../api/use-refusal.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { AddCardDialog } from './AddCardDialog.tsx';
import { cardsQuery } from './billing.queries.ts';
import { expiryOf, nameOfCard } from './card-words.ts';
import { DefaultAction } from './DefaultAction.tsx';
import { DeleteCard } from './DeleteCard.tsx';

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
    cell: expiryOf,
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
      <EntityTable
        caption="Cards"
        query={cards}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          hint: 'Without a card, invoices cannot be paid.',
          action: (
            <Button refusal={refusal} onClick={() => setAdding(true)}>
              Add a first card
            </Button>
          ),
        }}
      />
      {isAdding && <AddCardDialog onClose={() => setAdding(false)} />}
    </Card>
  );
}
