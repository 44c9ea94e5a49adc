import { useQuery } from '@tanstack/react-query';
import { mayDo } from '../../../api/auth-state.ts';
import { useAuth } from '../../../api/session.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { timeAgo } from '../../../lib/time-ago.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import type { DeclaredAddress } from './address-values.ts';
import { refusalText } from './refusal-texts.ts';
import { refusedRequestsQuery } from './trigger.queries.ts';

interface RefusedRequestsProps {
  serviceId: string;
  name: string;
  address: DeclaredAddress;
}

/** Requests to an address that were refused before the function started, with the next step for each reason; otherwise nothing. */
export function RefusedRequests({ serviceId, name, address }: RefusedRequestsProps) {
  const mayCall = mayDo(useAuth(), 'functions.invoke');
  const query = useQuery({ ...refusedRequestsQuery(serviceId, name), enabled: mayCall });
  if (query.error) return <ErrorAlert error={query.error} />;
  if (!query.data || query.data.content.length === 0) return null;
  const { days, content } = query.data;
  const total = content.reduce((sum, { count }) => sum + count, 0);
  const readOn = new Date(query.dataUpdatedAt);
  return (
    <section className="grid gap-2 text-sm">
      <h4 className="font-medium">
        Refused {days === 1 ? 'today' : `in the last ${days} days`}: {total.toLocaleString('en-US')}
      </h4>
      <ul aria-label="Refused requests" className="grid gap-2">
        {content.map(({ reason, count, lastOn }) => {
          const text = refusalText(reason, address);
          return (
            <li key={reason}>
              <p>
                {count.toLocaleString('en-US')} · {text.reason} · last{' '}
                <time dateTime={lastOn} title={formatDateTime(lastOn)}>
                  {timeAgo(lastOn, readOn)}
                </time>
              </p>
              <p className="text-ink-soft">{text.remedy}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
