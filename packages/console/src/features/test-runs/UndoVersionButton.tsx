import { returnToVersion } from '@atrium/contract/configuration/versions';
import type { MovedVersion } from '@atrium/contract/test-runs/run-history';
import type { ReactNode } from 'react';
import { useRefusal } from '../../api/use-refusal.ts';
import { useAddress } from '../../ui/use-address.ts';

interface UndoVersionButtonProps extends Pick<MovedVersion, 'serviceId' | 'to'> {
  /** Separator before the button. */
  before?: ReactNode;
}

/** Opens the question whether to undo a version; hidden from people without permission. */
export function UndoVersionButton({ before, serviceId, to }: UndoVersionButtonProps) {
  const { change } = useAddress();
  const mayReturn = useRefusal(returnToVersion) === undefined;
  if (!mayReturn) return null;
  const dialog = { dialog: 'undo-version', 'dialog.version': `${to}.${serviceId}` };
  return (
    <>
      {before}
      <button
        type="button"
        className="link"
        onClick={() => change((address) => ({ ...address, ...dialog }), { isReplacing: true })}
      >
        Undo version {to}
      </button>
    </>
  );
}
