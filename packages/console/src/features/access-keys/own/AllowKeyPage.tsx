import { keyPaths } from '@atrium/contract/key-paths';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Alert } from '../../../ui/Alert.tsx';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { AllowKeyForm } from './AllowKeyForm.tsx';
import { KeyCodeForm } from './KeyCodeForm.tsx';
import { keyRequestQuery } from './own-key.queries.ts';

type Outcome = 'allowed' | 'refused';

const OUTCOMES: Record<Outcome, { kind: 'success' | 'note'; text: string }> = {
  allowed: {
    kind: 'success',
    text: 'The device is signed in within seconds. You can close this page and go back to it.',
  },
  refused: { kind: 'note', text: 'The device was refused. It cannot do anything with your account.' },
};

/** Opened on whatever machine has a browser: a device that shows this code waits for an access key. */
export function AllowKeyPage({ code }: { code: string }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const isAsked = code !== '' && outcome === undefined;
  const request = useQuery({ ...keyRequestQuery(code), enabled: isAsked, retry: false });
  return (
    <div className="max-w-2xl">
      <PageHeader
        title="Allow a device"
        description="A device or program asks to use your account. Allow it only if you have just started this yourself."
      />
      <Card>
        {outcome !== undefined && <Alert kind={OUTCOMES[outcome].kind}>{OUTCOMES[outcome].text}</Alert>}
        {isAsked && (
          <QueryPanel query={request} skeleton={<Skeleton lines={8} />}>
            {(asked) => <AllowKeyForm code={code} request={asked} onAnswered={setOutcome} />}
          </QueryPanel>
        )}
        {(code === '' || (isAsked && request.isError)) && <KeyCodeForm />}
      </Card>
      <p className="mt-4">
        <AppLink href={keyPaths.list()}>Your access keys</AppLink>
      </p>
    </div>
  );
}
