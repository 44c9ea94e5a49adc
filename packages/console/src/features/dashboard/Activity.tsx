import type { LogEntry } from '@atrium/contract/audit/log';
import { useQuery } from '@tanstack/react-query';
import { type AuthState, mayDo } from '../../api/auth-state.ts';
import { useAuth } from '../../api/session.ts';
import { useLoggedActor } from '../../layout/use-logged-actor.ts';
import { useServiceName } from '../../layout/use-service-name.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import { timeAgo } from '../../lib/time-ago.ts';
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
  const nameOf = useServiceName();
  return (
    <Card title="Activity" actions={<AppLink href={paths.activity()}>Show all</AppLink>}>
      <QueryPanel query={log}>
        {({ logs }) =>
          logs.length === 0 ? (
            <EmptyState
              title="Nothing was changed in the last 30 days"
              hint="Changes in this domain appear here: functions, tests, cards, roles."
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
            <ol className="flex flex-col gap-1.5 text-sm">
              {foldSignIns(logs).map((entry) => (
                <li key={entry.id} className="flex flex-wrap items-baseline gap-x-3 sm:flex-nowrap">
                  <EntryText entry={entry} text={sentenceOf(entry, nameOf)} auth={auth} />
                  <span className="ml-auto shrink-0 text-xs text-ink-soft">
                    {actorOf(entry)},{' '}
                    <time dateTime={entry.createdOn} title={formatDateTime(entry.createdOn)}>
                      {timeAgo(entry.createdOn, now)}
                    </time>
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

/** Verbs of changes that are logged as `hyper-dispatch: Round down`, by their action. */
const VERBS: ReadonlyMap<string, string> = new Map([
  ['configuration.edit', 'Changed'],
  ['configuration.import', 'Changed'],
  ['configuration.restore', 'Restored'],
  ['configuration.return', 'Returned'],
]);

/** `Changed Functions: Round down`; most messages are sentences already. */
function sentenceOf({ action, message }: LogEntry, nameOf: (serviceId: string) => string): string {
  const [, serviceId, rest] = /^([a-z0-9-]+): (.*)$/s.exec(message) ?? [];
  if (!action.startsWith('configuration.') || serviceId === undefined || rest === undefined) return message;
  return `${VERBS.get(action) ?? ''} ${nameOf(serviceId)}: ${rest}`.trim();
}

/** Text in one line; its title is the whole text. */
function EntryText({ entry, text, auth }: { entry: LogEntry; text: string; auth: AuthState }) {
  const target = logTarget(entry, auth);
  return target === undefined ? (
    <span className="min-w-0 truncate" title={text}>
      {text}
    </span>
  ) : (
    <AppLink href={target.href} className="link min-w-0 truncate" title={text}>
      {text}
    </AppLink>
  );
}
