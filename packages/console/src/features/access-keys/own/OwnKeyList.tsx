import { PERMISSIONS, type Permission } from '@atrium/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAuth } from '../../../api/session.ts';
import { Help } from '../../../layout/Help.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ShownOnceDialog } from '../../../ui/ShownOnceDialog.tsx';
import { TextToKeep } from '../../../ui/TextToKeep.tsx';
import { CreateOwnKeyDialog } from './CreateOwnKeyDialog.tsx';
import { ownKeysQuery } from './own-key.queries.ts';
import { ownKeyColumns } from './own-key-columns.tsx';

type OpenDialog = { kind: 'create'; permissions: Permission[] } | { kind: 'token'; token: string };

/** `create` holds comma-separated permissions: opens the form for a new key with them selected. */
export function OwnKeyList({ create }: { create: string | undefined }) {
  const keys = useQuery(ownKeysQuery());
  const held: readonly string[] = useAuth().user?.permissions ?? [];
  const [openedOn] = useState(() => new Date());
  const [dialog, setDialog] = useState<OpenDialog | null>(() =>
    create === undefined
      ? null
      : {
          kind: 'create',
          permissions: PERMISSIONS.filter((each) => held.includes(each) && create.split(',').includes(each)),
        },
  );
  const close = () => setDialog(null);
  const createButton = (
    <Button variant="primary" onClick={() => setDialog({ kind: 'create', permissions: [] })}>
      New API key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="API keys"
        description={<Help topic="ownKeys" />}
        actions={keys.data?.length !== 0 && createButton}
      />
      <Card isFlush>
        <EntityTable
          caption="API keys"
          query={keys}
          columns={ownKeyColumns((permission) => held.includes(permission), openedOn)}
          rowKey={({ id }) => id}
          empty={{
            hint: 'Keys that you make for programs, or allow for the command line (npm run atrium -- login), appear here.',
            action: createButton,
          }}
        />
      </Card>
      {dialog?.kind === 'create' && (
        <CreateOwnKeyDialog
          permissions={dialog.permissions}
          onToken={(token) => setDialog({ kind: 'token', token })}
          onClose={close}
        />
      )}
      {dialog?.kind === 'token' && <TokenDialog token={dialog.token} onClose={close} />}
    </>
  );
}

/** The platform keeps only a hash of the token. */
function TokenDialog({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <ShownOnceDialog
      title="Save your token"
      doneLabel="I have saved it"
      question={{
        title: 'Close without the token?',
        text: "You won't see it again. If you haven't saved it, delete the key and create another.",
        cancelLabel: 'Back to the token',
      }}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <p>
          Anyone who has this token can use it. Store it where only your program can read it. It is not shown
          again.
        </p>
        <TextToKeep label="Token" text={token} />
        <p className="text-sm text-ink-soft">
          Programs send it with each call:{' '}
          <code className="block break-words">Authorization: Bearer atr_…</code>
        </p>
      </div>
    </ShownOnceDialog>
  );
}
