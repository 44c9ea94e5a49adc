import {
  type Connection,
  confirmHostKey,
  type HostKey,
  listConnections,
  testConnection,
  updateConnection,
} from '@atrium/contract/connections/connections';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../api/call.ts';
import { readAgain } from '../../../api/read-again.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { TextToKeep } from '../../../ui/TextToKeep.tsx';
import { AccessResults } from './AccessResults.tsx';
import { ConnectAgain } from './ConnectWithApp.tsx';
import { connectionsQuery, placeOf } from './connections.queries.ts';
import { KeyRenewal } from './KeyRenewal.tsx';

interface ConnectionTestDialogProps {
  connection: Connection;
  /** Leads to the form of the connection, if it cannot be read. */
  onEdit: () => void;
  onClose: () => void;
}

/** Tests a connection on opening: its read and write access, or a question whether the host key is right. */
export function ConnectionTestDialog({ connection: opened, onEdit, onClose }: ConnectionTestDialogProps) {
  const { id, name } = opened;
  const connections = useQuery(connectionsQuery()).data?.connections;
  // The keys may be replaced while the dialog is open.
  const connection = connections?.find((each) => each.id === id) ?? opened;
  const { kind, publicKey } = connection;
  const client = useQueryClient();
  const editing = useRefusal(updateConnection);
  const testing = useChange({
    mutationFn: () => call(testConnection, { params: { id } }),
    // A key that its host has published is confirmed by the test. Someone may have deleted the connection.
    onSettled: () => readAgain(client, [listConnections]),
  });
  const confirming = useChange({
    mutationFn: (fingerprint: string) => call(confirmHostKey, { params: { id }, body: { fingerprint } }),
    onSuccess: () => testing.mutate(),
  });
  const isStarted = useRef(false);
  const { mutate } = testing;
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    mutate();
  }, [mutate]);
  const isBusy = testing.isPending || confirming.isPending;
  const result = isBusy ? undefined : testing.data;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Test of ${name}`}
      description={<span className="wrap-anywhere">{placeOf(connection)}</span>}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" isBusy={isBusy} onClick={() => testing.mutate()}>
            Test connection
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {publicKey !== null && (
          <section className="flex flex-col gap-2">
            <p className="text-sm text-ink-soft">
              Add this key to the deploy keys of the repository on its host, with write access if you push.
            </p>
            <TextToKeep label="Public key" text={publicKey} />
          </section>
        )}
        {isBusy && <Spinner label="Asking the git host …" isLabelShown />}
        {result &&
          (result.hostKey === null ? (
            <AccessResults test={result} />
          ) : (
            <HostQuestion keys={result.hostKey} onConfirm={(fingerprint) => confirming.mutate(fingerprint)} />
          ))}
        {!isBusy && (testing.isError || (result?.read.isAllowed === false && result.hostKey === null)) && (
          <div className="flex flex-wrap gap-2">
            <ConnectAgain connection={connection} />
            {kind !== 'app' && (
              <Button refusal={editing} onClick={onEdit}>
                Change the connection
              </Button>
            )}
          </div>
        )}
        {kind === 'key' && <KeyRenewal connection={connection} />}
      </div>
      <ErrorDialog title="The connection could not be tested" error={testing.error} onClose={testing.reset} />
      <ErrorDialog
        title="The host could not be confirmed"
        error={confirming.error}
        onClose={confirming.reset}
      />
    </Dialog>
  );
}

interface HostQuestionProps {
  keys: { offered: HostKey; confirmed: HostKey | null };
  onConfirm: (fingerprint: string) => void;
}

/** Nothing is sent to a host before a person has compared the fingerprint of its key. */
function HostQuestion({ keys: { offered, confirmed }, onConfirm }: HostQuestionProps) {
  const refusal = useRefusal(confirmHostKey);
  const confirm = (
    <Button
      refusal={refusal}
      variant={confirmed === null ? 'primary' : 'danger'}
      onClick={() => onConfirm(offered.fingerprint)}
    >
      {confirmed === null ? 'Confirm this host' : 'Confirm the new key'}
    </Button>
  );
  if (confirmed === null) {
    return (
      <Alert kind="warning" title="Is this the right host?" actions={confirm}>
        <p>Compare the fingerprint with the one that the operator of the host has published.</p>
        <Fingerprint hostKey={offered} />
      </Alert>
    );
  }
  return (
    <Alert kind="error" title="The key of the host has changed" actions={confirm}>
      <p>
        Someone may be in between, or the operator has replaced the key. Pulls and pushes are stopped. Confirm
        the new key only if the operator says that it is theirs.
      </p>
      <p className="mt-2">Before:</p>
      <Fingerprint hostKey={confirmed} />
      <p className="mt-2">Now:</p>
      <Fingerprint hostKey={offered} />
    </Alert>
  );
}

function Fingerprint({ hostKey: { algorithm, fingerprint } }: { hostKey: HostKey }) {
  return (
    <p>
      <code className="wrap-anywhere">{fingerprint}</code> <span className="text-ink-soft">{algorithm}</span>
    </p>
  );
}
