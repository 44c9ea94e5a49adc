import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useId } from 'react';
import { Help } from '../../../layout/Help.tsx';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { Filter } from '../../../ui/icons.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { RunTestsLink } from '../RunTestsLink.tsx';
import { type DASHBOARD_VIEWS, useRunSearch } from '../run-search.ts';
import { FoundRun } from './FoundRun.tsx';
import { RunStripCard } from './RunStripCard.tsx';

export { readLatestRun } from '../run-of-this-visit.ts';

const HistoryView = lazyPart(async () => (await import('../history/HistoryView.tsx')).HistoryView);

const TimetableView = lazyPart(async () => (await import('../timetable/TimetableView.tsx')).TimetableView);

/** Past runs: the latest one, a search by day or strip for others, and the results over all runs. */
export function TestRunDashboardPage() {
  const { search: address } = useAddress();
  return address.view === 'notices' ? <MovedToNotifications /> : <Dashboard />;
}

/** The address of notices before they became notifications. */
function MovedToNotifications() {
  const navigate = useNavigate();
  useEffect(() => void navigate({ href: paths.notifications(), replace: true }), [navigate]);
  return null;
}

function Dashboard() {
  const { search, change } = useRunSearch();
  const panelId = useId();
  const isFilterOpen = search.filter === 'open' && search.view === undefined;

  return (
    <>
      <PageHeader
        title="Test Run Dashboard"
        description={<Help topic="dashboard" />}
        actions={
          <>
            <Button
              icon={<Filter aria-hidden size={16} />}
              aria-expanded={isFilterOpen}
              aria-controls={panelId}
              onClick={() => change({ filter: isFilterOpen ? undefined : 'open', view: undefined })}
            >
              Filter
            </Button>
            <RunTestsLink variant="primary">Run Tests</RunTestsLink>
          </>
        }
      />
      {search.view === undefined || search.view === 'history' ? <RunStripCard /> : null}
      {search.view === undefined ? (
        <FoundRun id={panelId} />
      ) : (
        <Suspense key={search.view} fallback={<Skeleton lines={10} label={`Loading the ${search.view}`} />}>
          <View view={search.view} />
        </Suspense>
      )}
    </>
  );
}

function View({ view }: { view: (typeof DASHBOARD_VIEWS)[number] }) {
  return view === 'history' ? <HistoryView /> : <TimetableView />;
}
