import { useQuery } from '@tanstack/react-query';
import { formatDayMonthYearTime } from '../../lib/format-date.ts';
import { Card } from '../../ui/Card.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { activityQuery } from './overview.queries.ts';

const SHOWN = 5;

/** What was changed in the domain, by whom; a child user sees their own. */
export function Activity({ now }: { now: Date }) {
  const log = useQuery(activityQuery(now));
  return (
    <Card title="Activity" className="min-h-64">
      <QueryPanel query={log}>
        {({ logs }) =>
          logs.length === 0 ? (
            <p className="text-ink-soft">Nothing was changed in the last 30 days.</p>
          ) : (
            <ol className="flex flex-col gap-2.5 text-sm">
              {logs.slice(0, SHOWN).map(({ id, message, user, createdOn }) => (
                <li key={id} className="wrap-anywhere">
                  {message}
                  <span className="block text-xs text-ink-soft">
                    {user || 'Atrium'}, {formatDayMonthYearTime(createdOn)}
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </QueryPanel>
    </Card>
  );
}
