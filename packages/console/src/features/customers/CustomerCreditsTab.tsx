import type { Customer } from '@atrium/contract/customers/customer';
import { CREDIT_TO_CLOSED, listCustomerCredits } from '@atrium/contract/customers/customer-credit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { useIdempotencyKeys } from '../../api/use-idempotency-key.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { refuse } from '../../ui/refusal.ts';
import { creditColumns } from './credit-columns.tsx';
import { GiveCreditDialog } from './GiveCreditDialog.tsx';

/** What pays the customer's invoices before any card does. */
export function CustomerCreditsTab({
  id,
  customer,
}: {
  id: string;
  customer: Pick<Customer, 'closedOn' | 'name'>;
}) {
  const [isGiving, setGiving] = useState(false);
  const sendOnce = useIdempotencyKeys();
  const credits = useQuery(endpointQuery(listCustomerCredits, { params: { id } }));
  const refusal = customer.closedOn ? refuse(CREDIT_TO_CLOSED) : undefined;
  return (
    <Card
      title="Credits"
      isFlush
      actions={
        <Button size="small" refusal={refusal} onClick={() => setGiving(true)}>
          Give a credit
        </Button>
      }
    >
      <EntityTable
        caption="Credits"
        name="credits"
        pageSize={25}
        query={credits}
        columns={creditColumns}
        rowKey={(credit) => credit.id}
        empty={{
          hint: 'This customer has never had a credit.',
          action: (
            <Button refusal={refusal} onClick={() => setGiving(true)}>
              Give a first credit
            </Button>
          ),
        }}
      />
      {isGiving && (
        <GiveCreditDialog
          id={id}
          customerName={customer.name}
          sendOnce={sendOnce}
          onClose={() => setGiving(false)}
        />
      )}
    </Card>
  );
}
