import { MAX_LISTED_WORK, WORK_DAYS } from '@atrium/contract/work/work';
import { useQuery } from '@tanstack/react-query';
import { Help } from '../../layout/Help.tsx';
import { PullLink } from '../../layout/PullLink.tsx';
import { workQuery } from '../../layout/work.queries.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EntityList } from '../../ui/EntityList.tsx';
import { useSeenWork } from './use-seen-work.ts';
import { WorkRow } from './WorkRow.tsx';

/** Opened by the bell: what the person has started, how far it is, and what became of it. */
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
