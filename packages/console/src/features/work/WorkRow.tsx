import type { Work } from '@atrium/contract/work/work';
import { useAddressed } from '../../layout/use-addressed.ts';
import { workPlace } from '../../layout/work-place.ts';
import { workNames } from '../../layout/work-words.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { WorkState } from './WorkState.tsx';

/** One piece of work: what it is, how it stands, and where to go on with it. */
export function WorkRow({ work }: { work: Work }) {
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
