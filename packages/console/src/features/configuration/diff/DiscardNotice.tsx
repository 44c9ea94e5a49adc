import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import { useState } from 'react';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import type { ChoiceAction } from './reduce-choices.ts';
import type { ServiceToSubmit } from './service-submit.ts';

interface DiscardNoticeProps {
  services: readonly ServiceToSubmit[];
  dispatch: (action: ChoiceAction) => void;
}

/** Above the list: what was changed here and would be lost, with the ways out. */
export function DiscardNotice({ services, dispatch }: DiscardNoticeProps) {
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const discards = services.flatMap(({ diff, outcome }) =>
    outcome.discarded.map((file) => ({ serviceId: diff.service.serviceId, file })),
  );
  if (discards.length === 0) return null;
  // Before it is known which side changed a file, every file looks as if it were changed here.
  const isKnown = services.every(({ diff }) => !diff.isLooking);
  const keyOf = ({ serviceId, file }: (typeof discards)[number]) => `${serviceId}/${filePathOf(file)}`;
  const changes = `${discards.length.toLocaleString('en')} ${discards.length === 1 ? 'change' : 'changes'} made here`;
  if (isKnown && discards.every((one) => accepted.has(keyOf(one))))
    return <p>{changes} will be discarded.</p>;
  const chooseAll = (action: 'BY_SIDE' | 'KEEP_LOCAL') => {
    for (const { diff, outcome } of services) {
      const { serviceId } = diff.service;
      if (outcome.discarded.length > 0)
        dispatch({ type: 'chooseAll', serviceId, files: outcome.discarded, action });
    }
  };
  return (
    <Alert
      kind={isKnown ? 'warning' : 'note'}
      title={isKnown ? `${changes} would be discarded` : 'Checking which changes were made here …'}
      actions={
        <>
          <Button size="small" disabled={!isKnown} onClick={() => chooseAll('BY_SIDE')}>
            Merge by side
          </Button>
          <Button size="small" disabled={!isKnown} onClick={() => chooseAll('KEEP_LOCAL')}>
            Keep these
          </Button>
          <Button size="small" disabled={!isKnown} onClick={() => setAccepted(new Set(discards.map(keyOf)))}>
            Discard
          </Button>
        </>
      }
    />
  );
}
