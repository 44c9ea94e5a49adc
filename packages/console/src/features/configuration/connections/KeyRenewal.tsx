import { type Connection, listConnections } from '@atrium/contract/connections/connections';
import {
  discardNextKey,
  finishKeyRenewal,
  startKeyRenewal,
  testNextKey,
} from '@atrium/contract/connections/key-renewal';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { readAgain } from '../../../api/read-again.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { TextToKeep } from '../../../ui/TextToKeep.tsx';
import { AccessResults } from './AccessResults.tsx';

/** Replaces the deploy key of a connection: the new one waits beside the one in use until it works, and is confirmed. */
export function KeyRenewal({ connection }: { connection: Connection }) {
  const { id, publicKey, nextPublicKey } = connection;
  const [question, setQuestion] = useState<'use' | 'discard' | null>(null);
  const [replaced, setReplaced] = useState<string | null>(null);
  const client = useQueryClient();
  const params = { id };
  const refusal = useRefusal(startKeyRenewal);
  const section = useRef<HTMLElement>(null);
  // The button that was pressed is replaced by the next ones.
  const keepFocus = () => section.current?.focus();
  const readConnections = () => readAgain(client, [listConnections]);
  const starting = useChange({
    mutationFn: () => call(startKeyRenewal, { params }),
    onSuccess: async () => {
      setReplaced(null);
      testing.reset();
      await readConnections();
    },
    onSettled: keepFocus,
  });
  const testing = useChange({ mutationFn: () => call(testNextKey, { params }) });
  const using = useChange({
    mutationFn: (shown: string) => call(finishKeyRenewal, { params, body: { publicKey: shown } }),
    onSuccess: async () => {
      setReplaced(publicKey);
      await readConnections();
    },
    onSettled: () => setQuestion(null),
  });
  const discarding = useChange({
    mutationFn: () => call(discardNextKey, { params }),
    onSuccess: readConnections,
    onSettled: () => setQuestion(null),
  });
  const result = testing.isPending ? undefined : testing.data;
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Renew key"
      className="flex flex-col items-start gap-3 outline-none"
    >
      {nextPublicKey === null ? (
        <>
          {replaced !== null && (
            <Alert kind="success" title="The new key is in use.">
              <p className="mb-2">Remove the former one from the deploy keys on the host:</p>
              <TextToKeep label="Former public key" text={replaced} />
            </Alert>
          )}
          <Button
            size="small"
            refusal={refusal}
            isBusy={starting.isPending}
            onClick={() => starting.mutate()}
          >
            Renew key
          </Button>
        </>
      ) : (
        <>
          <p className="text-sm text-ink-soft">
            A new key waits. Add it to the deploy keys on the host, beside the one in use, and test it. Pulls
            and pushes keep the one in use until you choose the new one.
          </p>
          <TextToKeep label="New public key" text={nextPublicKey} />
          {result && <AccessResults test={result} />}
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              refusal={refusal}
              isBusy={testing.isPending}
              onClick={() => testing.mutate()}
            >
              Test the new key
            </Button>
            {result?.read.isAllowed && (
              <Button size="small" variant="primary" refusal={refusal} onClick={() => setQuestion('use')}>
                Use the new key
              </Button>
            )}
            <Button size="small" variant="quiet" refusal={refusal} onClick={() => setQuestion('discard')}>
              Discard the new key
            </Button>
          </div>
        </>
      )}
      <ConfirmDialog
        isOpen={question === 'use' && nextPublicKey !== null}
        title="Use the new key"
        confirmLabel="Use the new key"
        isBusy={using.isPending}
        onCancel={() => setQuestion(null)}
        onConfirm={() => nextPublicKey !== null && using.mutate(nextPublicKey)}
      >
        {`The key that is in use now is deleted here and cannot be restored.${result?.write.isAllowed === false ? ' With the new key, Atrium may only read: pushes will be refused.' : ''}`}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={question === 'discard' && nextPublicKey !== null}
        title="Discard the new key"
        confirmLabel="Discard"
        isDangerous
        isBusy={discarding.isPending}
        onCancel={() => setQuestion(null)}
        onConfirm={() => discarding.mutate()}
      >
        The key in use stays. If you have added the new one on the host, remove it there.
      </ConfirmDialog>
      <ErrorDialog title="No new key was made" error={starting.error} onClose={starting.reset} />
      <ErrorDialog title="The new key could not be tested" error={testing.error} onClose={testing.reset} />
      <ErrorDialog title="The key in use stays" error={using.error} onClose={using.reset} />
      <ErrorDialog
        title="The new key was not discarded"
        error={discarding.error}
        onClose={discarding.reset}
      />
    </section>
  );
}
