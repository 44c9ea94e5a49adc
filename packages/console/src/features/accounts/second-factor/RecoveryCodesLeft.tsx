import { createRecoveryCodes, listFactors } from '@atrium/contract/accounts/second-factor';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { readAgain } from '../../../api/read-again.ts';
import { useChange } from '../../../api/use-change.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';

/** Number of unused recovery codes, with an action to replace them. */
export function RecoveryCodesLeft({ left }: { left: number }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const creating = useChange({
    mutationFn: () => call(createRecoveryCodes, {}),
    onSuccess: () => readAgain(client, [listFactors]),
    onSettled: () => setAsking(false),
  });
  // Without unused codes, no confirmation is needed.
  const create = () => (left === 0 ? creating.mutate() : setAsking(true));
  const title = 'New recovery codes could not be created';
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3">
      <p>
        {left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`}
        {left < 4 && ' Create new ones before you run out.'}
      </p>
      <Button size="small" isBusy={creating.isPending} onClick={create}>
        Create new codes
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Create new recovery codes?"
        confirmLabel="Create new codes"
        isDangerous
        isBusy={creating.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => creating.mutate()}
      >
        {left === 1
          ? 'The code that is left stops working.'
          : `The ${left} codes that are left stop working.`}
      </ConfirmDialog>
      {creating.data && (
        <RecoveryCodesDialog replacesOthers codes={creating.data.recoveryCodes} onClose={creating.reset} />
      )}
      <ErrorDialog title={title} error={creating.error} onClose={creating.reset} />
    </div>
  );
}
