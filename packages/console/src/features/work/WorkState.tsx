import type { Work } from '@atrium/contract/work/work';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';

const ended: Record<Exclude<Work['state'], 'RUNNING'>, { text: string; tone: BadgeTone }> = {
  DONE: { text: 'Done', tone: 'ok' },
  FAILED: { text: 'Failed', tone: 'danger' },
  CANCELED: { text: 'Canceled', tone: 'neutral' },
};

/** How far it is while it runs, and how it ended. */
export function WorkState({ work: { state, done, total } }: { work: Work }) {
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
