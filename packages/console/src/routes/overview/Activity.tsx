import { useQuery } from '@tanstack/react-query';
import { mayDo } from '../../api/auth-state.ts';
import { useAuth } from '../../api/session.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { activityQuery, FUNCTIONS_SERVICE } from './overview.queries.ts';

/** What was changed in the domain, by whom; a child user sees their own. */
export function Activity({ now }: { now: Date }) {
  const auth = useAuth();
  const log = useQuery(activityQuery(now));
  return (
    <Card title="Activity" className="min-h-64">
      <QueryPanel query={log}>
        {({ logs }) =>
          logs.length === 0 ? (
            <EmptyState
              text="Nothing was changed in the last 30 days"
              hint="What people change in this domain appears here: functions, tests, cards, roles."
              action={
                mayDo(auth, 'configuration.read') ? (
                  <AppLink
                    href={paths.service(FUNCTIONS_SERVICE)}
                    className={buttonClass('secondary', 'small')}
                  >
                    Choose a function to change
                  </AppLink>
                ) : null
              }
            />
          ) : (
            <ol className="flex flex-col gap-2.5 text-sm">
              {logs.map(({ id, message, user, createdOn }) => (
                <li key={id} className="wrap-anywhere">
                  {message}
                  <span className="block text-xs text-ink-soft">
                    {user || 'Atrium'}, {formatDateTime(createdOn)}
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
