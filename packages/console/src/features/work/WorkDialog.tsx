import { listWork, MAX_LISTED_WORK, updateWorkSeen, WORK_DAYS, type Work } from '@atrium/contract/work/work';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../api/call.ts';
import { readAgain } from '../../api/read-again.ts';
import { useAuth } from '../../api/session.ts';
import { useChange } from '../../api/use-change.ts';
import { Help } from '../../layout/Help.tsx';
import { PullLink } from '../../layout/PullLink.tsx';
import { useAddressed } from '../../layout/use-addressed.ts';
import { workQuery } from '../../layout/work.queries.ts';
import { workPlace } from '../../layout/work-place.ts';
import { workNames } from '../../layout/work-words.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EntityList } from '../../ui/EntityList.tsx';

const ended: Record<Exclude<Work['state'], 'RUNNING'>, { text: string; tone: BadgeTone }> = {
  DONE: { text: 'Done', tone: 'ok' },
  FAILED: { text: 'Failed', tone: 'danger' },
  CANCELED: { text: 'Canceled', tone: 'neutral' },
};

/** Progress of running work, or its result. */
function WorkState({ work: { state, done, total } }: { work: Work }) {
  if (state !== 'RUNNING') return <Badge tone={ended[state].tone}>{ended[state].text}</Badge>;
  if (total === null || total === 0) return <Badge tone="warn">Running</Badge>;
  const count = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  return (
    <>
      <Badge tone="warn">Running: {count}</Badge>
      <progress
        aria-label="Progress"
        className="h-2 w-24 accent-accent"
        value={Math.min(done, total)}
        max={total}
      />
    </>
  );
}

/** Work that the user started, with progress and results. Opened by the bell. */
export function WorkDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(workQuery());
  const work = query.data?.work;
  useSeenWork(work);
  return (
    <Dialog
      isOpen
      title="Your work"
      description={<Help topic="work" />}
      onClose={onClose}
      bodyClassName="px-0! py-0!"
    >
      <EntityList
        label="your work"
        query={{ ...query, data: work }}
        empty={{
          title: 'No work yet',
          hint: `Pulls, pushes, imports, submits, returns, test runs and searches that you start appear here while they run, and for ${WORK_DAYS} days.`,
          action: <PullLink />,
        }}
      >
        {(rows) => (
          <>
            <ul aria-label="Your work" className="divide-y divide-line">
              {rows.map((row) => (
                <WorkRow key={`${row.kind} ${row.id}`} work={row} />
              ))}
            </ul>
            <p className="border-t border-line px-5 py-3 text-sm text-ink-soft">
              The last {WORK_DAYS} days, at most {MAX_LISTED_WORK}.
            </p>
          </>
        )}
      </EntityList>
    </Dialog>
  );
}

/** One piece of work with its state and a link to its result. */
function WorkRow({ work }: { work: Work }) {
  const [, openDialog] = useAddressed('dialog');
  const { kind, about, outcome, startedOn, isNew } = work;
  const place = workPlace(work);
  const name = `${place.label}: ${workNames[kind]}, ${formatDateTime(startedOn)}`;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-0.5">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{workNames[kind]}</span>
          <WorkState work={work} />
          {isNew && <Badge tone="accent">New</Badge>}
        </p>
        {outcome !== null && <p className="wrap-anywhere">{outcome}</p>}
        <p className="text-sm wrap-anywhere text-ink-soft">
          <time dateTime={startedOn}>{formatDateTime(startedOn)}</time>
          {about !== null && ` · ${about}`}
        </p>
      </div>
      {'href' in place ? (
        <AppLink href={place.href} aria-label={name} className={buttonClass('secondary', 'small')}>
          {place.label}
        </AppLink>
      ) : (
        <Button size="small" aria-label={name} onClick={() => openDialog(place.dialog)}>
          {place.label}
        </Button>
      )}
    </li>
  );
}

/** Marks shown work as seen when the panel closes; until then it stays marked as new. */
function useSeenWork(work: readonly Work[] | undefined): void {
  const { user } = useAuth();
  const client = useQueryClient();
  const see = useChange({
    mutationFn: (until: string) => call(updateWorkSeen, { body: { until } }),
    onSuccess: () => readAgain(client, [listWork]),
  });
  const close = useEffectEvent(() => {
    const ends = (work ?? []).flatMap(({ isNew, endedOn }) => (isNew && endedOn !== null ? endedOn : []));
    const until = ends.toSorted().at(-1);
    // Impersonation must not mark work as seen.
    if (until !== undefined && user?.actor === undefined) see.mutate(until);
  });
  useEffect(() => () => close(), []);
}
