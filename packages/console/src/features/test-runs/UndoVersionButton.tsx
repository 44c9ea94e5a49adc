import { returnToVersion } from '@atrium/contract/configuration/versions';
import type { MovedVersion } from '@atrium/contract/test-runs/run-history';
import { useRefusal } from '../../api/use-refusal.ts';
import { useAddress } from '../../ui/use-address.ts';

/** Asks whether to take back one version; nothing for people who may not change the configuration. */
export function UndoVersionButton({ serviceId, to }: Pick<MovedVersion, 'serviceId' | 'to'>) {
  const { change } = useAddress();
  const mayReturn = useRefusal(returnToVersion) === undefined;
  if (!mayReturn) return null;
  const dialog = { dialog: 'undo-version', 'dialog.version': `${to}.${serviceId}` };
  return (
    <button
      type="button"
      className="link"
      onClick={() => change((before) => ({ ...before, ...dialog }), { isReplacing: true })}
    >
      Undo version {to}
    </button>
  );
}
