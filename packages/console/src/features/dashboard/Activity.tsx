import type { LogEntry } from '@atrium/contract/audit/log';
import { useQuery } from '@tanstack/react-query';
import { type AuthState, mayDo } from '../../api/auth-state.ts';
import { useAuth } from '../../api/session.ts';
import { useLoggedActor } from '../../layout/use-logged-actor.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { logTarget } from '../audit/public.ts';
import { activityQuery, FUNCTIONS_SERVICE } from './overview.queries.ts';

const SHOWN_ENTRIES = 5;

/** Recent changes in the domain with their authors; a child user sees only their own. */
export function Activity({ now }: { now: Date }) {
  const auth = useAuth();
  const log = useQuery(activityQuery(now));
  const actorOf = useLoggedActor();
  return (
    <Card title="Activity" className="min-h-64" actions={<AppLink href={paths.activity()}>Show all</AppLink>}>
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
              {foldSignIns(logs).map((entry) => (
                <li key={entry.id} className="wrap-anywhere">
                  <EntryText entry={entry} auth={auth} />
                  <span className="block text-xs text-ink-soft">
                    {actorOf(entry)}, {formatDateTime(entry.createdOn)}
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

/** Keeps only the newest of several sign-ins of a user. */
function foldSignIns(logs: readonly LogEntry[]): LogEntry[] {
  const known = new Set<string>();
  return logs
    .filter(({ action, user, impersonator }) => {
      if (action !== 'account.sign-in') return true;
      const who = JSON.stringify([user, impersonator]);
      if (known.has(who)) return false;
      known.add(who);
      return true;
    })
    .slice(0, SHOWN_ENTRIES);
}

function EntryText({ entry, auth }: { entry: LogEntry; auth: AuthState }) {
  const target = logTarget(entry, auth);
  return target === undefined ? entry.message : <AppLink href={target.href}>{entry.message}</AppLink>;
}
