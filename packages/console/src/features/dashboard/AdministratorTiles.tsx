import { formatMoney } from '@atrium/contract/billing/money';
import { getPlatformSummary, NEW_CUSTOMER_DAYS } from '@atrium/contract/operations/platform';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { timeAgo } from '../../lib/time-ago.ts';
import { paths } from '../../paths.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Figure, Tile } from './OverviewTiles.tsx';

const READ_AGAIN_MS = 60_000;

/** Key figures of the platform, for operators. */
export function AdministratorTiles({ now }: { now: Date }) {
  const query = useQuery({ ...endpointQuery(getPlatformSummary, {}), refetchInterval: READ_AGAIN_MS });
  // Tiles would each repeat the error.
  if (query.data === undefined && query.error !== null)
    return (
      <ErrorAlert error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    );
  return (
    <div className="grid grid-cols-2 gap-3 @3xl:grid-cols-[repeat(5,minmax(0,1fr))]">
      <Tile title="Overdue" href={paths.customers()} query={query}>
        {({ overdue: { invoices, amounts, oldestDueOn } }) => (
          <Figure
            value={
              amounts.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ') || '$0.00'
            }
          >
            <p className={invoices === 0 ? '' : 'text-danger'}>
              {invoices === 1 ? '1 invoice' : `${invoices.toLocaleString('en-US')} invoices`}
            </p>
            {oldestDueOn !== null && <p>Oldest due {timeAgo(oldestDueOn, now)}</p>}
          </Figure>
        )}
      </Tile>
      <Tile title="Failed jobs" href={paths.platform()} query={query}>
        {({ failedJobs: { count, lastOn } }) => (
          <Figure value={count.toLocaleString('en-US')}>
            {lastOn === null ? 'None given up' : <p className="text-danger">Last {timeAgo(lastOn, now)}</p>}
          </Figure>
        )}
      </Tile>
      <Tile title="Backups" href={paths.platform()} query={query}>
        {({ backups: { everyHours, lastSuccessOn, failedOn } }) => (
          <Figure value={lastSuccessOn === null ? 'None' : failedOn === null ? 'Made' : 'Failed'}>
            {lastSuccessOn !== null && <p>Last {timeAgo(lastSuccessOn, now)}</p>}
            {failedOn !== null && <p className="text-danger">Failed {timeAgo(failedOn, now)}</p>}
            <p>{everyHours === null ? 'No timetable' : `Every ${everyHours} h`}</p>
          </Figure>
        )}
      </Tile>
      <Tile title="Errors per minute" href={paths.platform()} query={query}>
        {({ errorsPerMinute }) => (
          <Figure value={errorsPerMinute.toLocaleString('en-US', { maximumFractionDigits: 1 })}>
            <p className={errorsPerMinute === 0 ? '' : 'text-danger'}>in the last 5 minutes</p>
          </Figure>
        )}
      </Tile>
      <Tile title="New customers" href={paths.customers()} query={query}>
        {({ newCustomers }) => (
          <Figure value={newCustomers.toLocaleString('en-US')}>in {NEW_CUSTOMER_DAYS} days</Figure>
        )}
      </Tile>
    </div>
  );
}
