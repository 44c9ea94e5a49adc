import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { useState } from 'react';
import { formatQuantity } from '../../../lib/format.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import type { ChoiceAction } from '../decisions/reduce-choices.ts';
import type { Outcome } from '../decisions/submit-outcome.ts';
import type { ServiceToSubmit } from '../submit/service-submit.ts';

interface DiscardNoticeProps {
  services: readonly ServiceToSubmit[];
  dispatch: (action: ChoiceAction) => void;
}

/** Warns of local changes that a submit would discard, and offers alternatives. */
export function DiscardNotice({ services, dispatch }: DiscardNoticeProps) {
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const discards = services.flatMap(({ diff, outcome }) =>
    lostBy(outcome).map((file) => ({ serviceId: diff.service.serviceId, file })),
  );
  if (discards.length === 0) return null;
  // Until the changed sides are known, every file looks like a local change.
  const isKnown = services.every(({ diff }) => !diff.isExamining);
  const keyOf = ({ serviceId, file }: (typeof discards)[number]) => `${serviceId}/${filePathOf(file)}`;
  const text = (verb: string) =>
    lossText(
      services.reduce((sum, { outcome }) => sum + outcome.discarded.length, 0),
      services.reduce((sum, { outcome }) => sum + outcome.replaced.length, 0),
      verb,
    );
  if (isKnown && discards.every((one) => accepted.has(keyOf(one)))) return <p>{text('will')}.</p>;
  const chooseAll = (action: 'BY_SIDE' | 'KEEP_LOCAL') => {
    for (const { diff, outcome } of services) {
      const { serviceId } = diff.service;
      const files = lostBy(outcome);
      if (files.length > 0) dispatch({ type: 'chooseAll', serviceId, files, action });
    }
  };
  return (
    <Alert
      kind={isKnown ? 'warning' : 'note'}
      title={isKnown ? text('would') : 'Checking which changes were made here …'}
      actions={
        <>
          <Button size="small" disabled={!isKnown} onClick={() => chooseAll('BY_SIDE')}>
            Merge by side
          </Button>
          <Button size="small" disabled={!isKnown} onClick={() => chooseAll('KEEP_LOCAL')}>
            Keep these
          </Button>
          <Button size="small" disabled={!isKnown} onClick={() => setAccepted(new Set(discards.map(keyOf)))}>
            {services.some(({ outcome }) => outcome.discarded.length > 0) ? 'Discard' : 'Replace'}
          </Button>
        </>
      }
    />
  );
}

const lostBy = ({ discarded, replaced }: Outcome) => [...discarded, ...replaced];

/** `2 changes made here would be discarded, and 4 live files replaced` */
function lossText(discarded: number, replaced: number, verb: string): string {
  const changes = `${formatQuantity(discarded, 'change')} made here ${verb} be discarded`;
  const files = formatQuantity(replaced, 'live file');
  if (replaced === 0) return changes;
  return discarded === 0 ? `${files} ${verb} be replaced` : `${changes}, and ${files} replaced`;
}
