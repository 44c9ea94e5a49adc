import type { Pull } from '@atrium/contract/configuration/pull';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { formatQuantity } from '../../../lib/format.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Check, GitMerge } from '../../../ui/icons.ts';
import type { ServiceChoices } from '../decisions/diff-choices.ts';
import type { ChoiceAction } from '../decisions/reduce-choices.ts';
import { isSame, type ServiceDiff } from '../differences/service-diffs.ts';
import type { OpenFile } from '../merge/open-file.ts';
import { useWaitingMerges, type WaitingMerge, whyNot } from '../merge/waiting-merges.ts';
import type { ServiceSubmit, ServiceToSubmit } from '../submit/service-submit.ts';
import { ComparisonState } from './ComparisonState.tsx';
import { ServiceSubmitState } from './ServiceSubmitState.tsx';

interface ServiceNoticesProps {
  pull: Pull;
  service: ServiceToSubmit;
  choices: ServiceChoices;
  dispatch: (action: ChoiceAction) => void;
  submit: ServiceSubmit;
  onResubmit: () => void;
  /** Whether a dialog shows a file of the service. */
  isOpen: boolean;
  onOpen: (open: OpenFile) => void;
}

/** Notices about a service as a whole; usually there are none. */
export function ServiceNotices(props: ServiceNoticesProps) {
  const { pull, service, choices, dispatch, submit } = props;
  const { diff } = service;
  const { serviceId, serviceName } = diff.service;
  const waiting = useWaitingMerges(pull.uuid, diff, choices, props.isOpen);
  if (choices.isIgnored) {
    const handleRetry = () => {
      dispatch({ type: 'retry', serviceId });
      diff.retry();
    };
    return (
      <section aria-label={serviceName} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <h2 className="font-semibold">{serviceName}</h2>
        <p className="text-ink-soft">Ignored: no changes to this service will be submitted.</p>
        <Button size="small" onClick={handleRetry}>
          Retry
        </Button>
      </section>
    );
  }
  const isSettled = submit.isSettled(service);
  return (
    <section aria-label={serviceName} className="flex flex-col gap-2 has-[h2:only-child]:hidden">
      <h2 className="text-sm font-semibold">{serviceName}</h2>
      <ComparisonState diff={diff} onIgnore={() => dispatch({ type: 'ignore', serviceId })} />
      <ServiceSubmitState
        diff={diff}
        choices={choices}
        submit={submit}
        isSettled={isSettled}
        onResubmit={props.onResubmit}
      />
      <WaitingMerges waiting={waiting} onOpen={props.onOpen} />
    </section>
  );
}

interface WaitingMergesProps {
  waiting: readonly WaitingMerge[];
  onOpen: (open: OpenFile) => void;
}

/** Merges and drafts of files that cannot take them now, so that none is lost and each can be opened. */
function WaitingMerges({ waiting, onOpen }: WaitingMergesProps) {
  return waiting.map(({ file, isStored }) => {
    const path = filePathOf(file);
    return (
      <Alert
        key={path}
        kind={isStored ? 'warning' : 'note'}
        actions={
          <Button
            size="small"
            aria-label={`Merge ${path}`}
            icon={<GitMerge aria-hidden size={16} />}
            onClick={() => onOpen({ file, dialog: 'merge', isOwn: true })}
          >
            Merge
          </Button>
        }
      >
        {`Your ${isStored ? 'merge' : 'draft'} of ${path} cannot be submitted, because ${whyNot(file.type)}. It is kept in this browser for up to seven days.`}
      </Alert>
    );
  });
}

/** Services without a difference, in one line; one with a submit of its own has notices instead. */
export function IdenticalServices({
  services,
  submit,
}: {
  services: readonly ServiceDiff[];
  submit: ServiceSubmit;
}) {
  const same = services.filter((diff) => isSame(diff) && !submit.states[diff.service.serviceId]?.submitted);
  const merged = same.filter(({ leftOutCount }) => leftOutCount === 0);
  const left = same.filter(({ leftOutCount }) => leftOutCount > 0);
  if (same.length === 0) return null;
  return (
    <div className="flex flex-col gap-0.5 px-3 py-1.5 text-xs text-ink-soft">
      {merged.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-1.5">
          <Check aria-hidden size={14} />
          <span className="font-semibold">Merged</span>
          <span>{`${merged.map(({ service }) => service.serviceName).join(', ')}: Local and remote are identical.`}</span>
        </p>
      )}
      {left.map(({ service, leftOutCount: count }) => (
        <p key={service.serviceId} className="flex flex-wrap gap-x-1.5">
          <span className="font-semibold">{service.serviceName}</span>
          <span>{`The selected files are the same as the live ones; ${formatQuantity(count, 'file')} that ${count === 1 ? 'differs was' : 'differ were'} left out.`}</span>
        </p>
      ))}
    </div>
  );
}

/** Services with files whose contents were not examined. Shown below the files, because it arrives late and would move them. */
export function UnexaminedServices({
  services,
  submit,
}: {
  services: readonly ServiceToSubmit[];
  submit: ServiceSubmit;
}) {
  const unexamined = services.filter(
    (one) => one.diff.unexaminedCount > 0 && !isSame(one.diff) && !submit.isSettled(one),
  );
  return unexamined.map(({ diff: { service, unexaminedCount: count } }) => (
    <p key={service.serviceId} className="px-3 py-1.5 text-xs text-ink-soft max-md:px-0">
      <span className="font-semibold">{service.serviceName}</span>{' '}
      {`${formatQuantity(count, 'file')} ${count === 1 ? 'was' : 'were'} compared by checksum only, because of their number or size, and ${count === 1 ? 'was' : 'were'} not checked for syntax. Some may differ only in IDs or timestamps, or may have been moved.`}
    </p>
  ));
}
