import type { IdentityProvider, IdentityProviderCheck } from '@atrium/contract/accounts/identity-provider';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRemove } from '../../../api/use-remove.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DeleteAction } from '../../../ui/DeleteAction.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Pencil } from '../../../ui/icons.ts';
import { type ProviderScope, providerCalls } from './provider-calls.ts';

interface ProviderActionsProps {
  provider: IdentityProvider;
  scope: ProviderScope;
  onEdit: () => void;
}

export function ProviderActions({ provider: { id, name, people }, scope, onEdit }: ProviderActionsProps) {
  const { list, remove, check } = providerCalls[scope];
  const [result, setResult] = useState<IdentityProviderCheck>();
  const checking = useChange({
    mutationFn: () => call(check, { params: { id } }),
    onSuccess: setResult,
  });
  const removal = useRemove(remove, {
    question: `Are you sure you want to delete the identity provider ${name}? ${fateOf(people)}`,
    request: { params: { id } },
    invalidates: [list],
  });
  return (
    <span className="flex items-center justify-end gap-1">
      <Button
        size="small"
        aria-label={`Test ${name}`}
        isBusy={checking.isPending}
        onClick={() => checking.mutate()}
      >
        Test
      </Button>
      <IconButton label={`Edit ${name}`} icon={<Pencil aria-hidden size={18} />} onClick={onEdit} />
      <DeleteAction name={`identity provider ${name}`} removal={removal} />
      <ErrorDialog title={`${name} could not be tested`} error={checking.error} onClose={checking.reset} />
      {result && (
        <Dialog
          isOpen
          size="small"
          title={`Test of ${name}`}
          onClose={() => setResult(undefined)}
          footer={<Button onClick={() => setResult(undefined)}>Close</Button>}
        >
          <TestResult result={result} />
        </Dialog>
      )}
    </span>
  );
}

/** Consequence for users who sign in with the provider. */
function fateOf(people: number): string {
  if (people === 0) return 'No one signs in with it yet.';
  const who = people === 1 ? 'One person signs' : `${people} people sign`;
  return `${who} in with it. They are signed out now, keep their accounts, and can choose a password with “Forgot password?”.`;
}

function TestResult({ result: { problems, notes } }: { result: IdentityProviderCheck }) {
  return (
    <div className="grid gap-3">
      {problems.length === 0 && (
        <Alert kind="success" title="The provider works">
          It was found, and it accepts the client ID and the secret. To try the rest, sign in with it in a
          private window.
        </Alert>
      )}
      {problems.map((problem) => (
        <Alert key={problem} kind="error">
          {problem}
        </Alert>
      ))}
      {notes.map((note) => (
        <Alert key={note} kind="warning">
          {note}
        </Alert>
      ))}
    </div>
  );
}
