import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PanelBoundary } from '../../ui/PanelBoundary.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { AddressesTable } from './AddressesTable.tsx';
import { hasCardQuery } from './billing.queries.ts';
import { CardsTable } from './CardsTable.tsx';
import { CreditsCard } from './CreditsCard.tsx';
import { InvoicesCard } from './InvoicesCard.tsx';
import { WelcomeForm } from './WelcomeForm.tsx';

export function PaymentPage() {
  const hasCard = useQuery(hasCardQuery());
  return (
    <QueryPanel query={hasCard}>
      {(isSetUp) =>
        isSetUp ? (
          <>
            <PageHeader title="Payment Information" />
            <div className="grid gap-4">
              <PanelBoundary>
                <CardsTable />
              </PanelBoundary>
              <PanelBoundary>
                <AddressesTable />
              </PanelBoundary>
              <PanelBoundary>
                <CreditsCard />
              </PanelBoundary>
              <PanelBoundary>
                <InvoicesCard />
              </PanelBoundary>
            </div>
          </>
        ) : (
          <WelcomeForm />
        )
      }
    </QueryPanel>
  );
}
