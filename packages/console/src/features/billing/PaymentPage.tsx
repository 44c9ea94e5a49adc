import { setUpBilling } from '@atrium/contract/billing/setup';
import { useQuery } from '@tanstack/react-query';
import { useRefusal } from '../../api/use-refusal.ts';
import { Help } from '../../layout/Help.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { PanelBoundary } from '../../ui/PanelBoundary.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { AddressesTable } from './AddressesTable.tsx';
import { AutomaticPaymentCard } from './AutomaticPaymentCard.tsx';
import { hasCardQuery } from './billing.queries.ts';
import { CardsTable } from './CardsTable.tsx';
import { CreditsCard } from './CreditsCard.tsx';
import { InvoicesCard } from './InvoicesCard.tsx';
import { WelcomeForm } from './WelcomeForm.tsx';

const LATEST_INVOICES = 10;

export function PaymentPage() {
  const hasCard = useQuery(hasCardQuery());
  const refusal = useRefusal(setUpBilling);
  return (
    <QueryPanel
      query={hasCard}
      skeleton={
        <PageSkeleton
          label="Loading payment information"
          hasHeading
          cards={['h-44', 'h-24', 'h-44', 'h-44', 'h-60']}
        />
      }
    >
      {(isSetUp) =>
        isSetUp ? (
          <>
            <PageHeader title="Payment Information" description={<Help topic="payment" />} />
            <div className="grid gap-4">
              <PanelBoundary>
                <CardsTable />
              </PanelBoundary>
              <PanelBoundary>
                <AutomaticPaymentCard />
              </PanelBoundary>
              <PanelBoundary>
                <AddressesTable />
              </PanelBoundary>
              <PanelBoundary>
                <CreditsCard />
              </PanelBoundary>
              <PanelBoundary>
                <InvoicesCard size={LATEST_INVOICES} />
              </PanelBoundary>
            </div>
          </>
        ) : refusal ? (
          <>
            <PageHeader title="Payment Information" />
            <Card>
              <EmptyState
                title="Your domain has no card yet."
                hint="Without a card and an address, invoices cannot be paid."
                action={<Button refusal={refusal}>Add card and address</Button>}
              />
            </Card>
          </>
        ) : (
          <WelcomeForm />
        )
      }
    </QueryPanel>
  );
}
