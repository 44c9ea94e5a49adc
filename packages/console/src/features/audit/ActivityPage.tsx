import type { LogEntry } from '@atrium/contract/audit/log';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type AuthState, mayDo } from '../../api/auth-state.ts';
import { useAuth } from '../../api/session.ts';
import { Help } from '../../layout/Help.tsx';
import { useLoggedActor } from '../../layout/use-logged-actor.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { AuditEntryDialog } from './AuditEntryDialog.tsx';
import { domainLogQuery } from './audit.queries.ts';
import { useAuditAddress } from './audit-address.ts';
import { LogMessage, LogSearch, timeColumn } from './LogSearch.tsx';
import { logTarget } from './log-target.ts';

/** Log of the user's domain; without permission for the whole log, only the user's own changes. */
export function ActivityPage() {
  const auth = useAuth();
  const { address, change } = useAuditAddress();
  const [opened, setOpened] = useState<LogEntry | null>(null);
  const found = useInfiniteQuery(domainLogQuery(address));
  const actorOf = useLoggedActor();
  const columns = useMemo(() => columnsFor(auth, actorOf, setOpened), [auth, actorOf]);
  const entries = useMemo(
    () => found.data && foldSignIns(found.data.pages.flatMap(({ logs }) => logs)),
    [found.data],
  );
  const title = mayDo(auth, 'audit.read') ? 'Changes in your domain' : 'Your changes';
  return (
    <>
      <PageHeader title="Activity" description={<Help topic="activity" />} />
      <LogSearch
        title={title}
        address={address}
        isOfOneDomain
        query={found}
        entries={entries}
        searchedBackTo={found.data?.pages.at(-1)?.searchedBackTo}
        columns={columns}
        onSearch={change}
      />
      {opened && <AuditEntryDialog entry={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

type FoldedEntry = LogEntry & { foldedCount: number };

/** Merges successive sign-ins of a user into the newest. Pages overlap where several entries have the same time. */
function foldSignIns(logs: readonly LogEntry[]): FoldedEntry[] {
  const folded: FoldedEntry[] = [];
  const known = new Set<string>();
  for (const entry of logs) {
    if (known.has(entry.id)) continue;
    known.add(entry.id);
    const last = folded.at(-1);
    if (last !== undefined && isSignIn(last) && isSignIn(entry) && isOfSame(last, entry))
      last.foldedCount += 1;
    else folded.push({ ...entry, foldedCount: 0 });
  }
  return folded;
}

function isSignIn({ action }: LogEntry): boolean {
  return action === 'account.sign-in';
}

function isOfSame(one: LogEntry, other: LogEntry): boolean {
  return one.user === other.user && one.impersonator === other.impersonator;
}

function columnsFor(
  auth: AuthState,
  actorOf: (entry: LogEntry) => string,
  onOpen: (entry: LogEntry) => void,
): TableColumn<FoldedEntry>[] {
  return [
    timeColumn,
    { id: 'user', header: 'User', className: 'wrap-anywhere md:min-w-36', cell: actorOf },
    {
      id: 'message',
      header: 'Change',
      isRowHeader: true,
      className: 'wrap-anywhere',
      cell: (entry) => (
        <>
          <LogMessage entry={entry} onOpen={onOpen} />
          {entry.foldedCount > 0 && (
            <span className="text-ink-soft">
              {' '}
              and {entry.foldedCount} {entry.foldedCount === 1 ? 'sign-in' : 'sign-ins'} before
            </span>
          )}
        </>
      ),
    },
    {
      id: 'page',
      header: 'Page',
      className: 'whitespace-nowrap',
      cell: (entry) => {
        const target = logTarget(entry, auth);
        return target && <AppLink href={target.href}>{target.label}</AppLink>;
      },
    },
  ];
}
