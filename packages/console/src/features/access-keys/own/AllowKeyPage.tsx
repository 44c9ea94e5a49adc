import { keyPaths } from '@atrium/contract/key-paths';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Alert } from '../../../ui/Alert.tsx';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { PlainForm } from '../../../ui/PlainForm.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { AllowKeyForm } from './AllowKeyForm.tsx';
import { keyRequestQuery } from './own-key.queries.ts';

type Outcome = 'allowed' | 'refused';

const OUTCOMES: Record<Outcome, { kind: 'success' | 'note'; text: string }> = {
  allowed: {
    kind: 'success',
    text: 'The device is signed in within seconds. You can close this page and go back to it.',
  },
  refused: { kind: 'note', text: 'The device was refused. It cannot do anything with your account.' },
};

/** Page for the code shown by a device that waits for an API key. Opened on any machine with a browser. */
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
        <AppLink href={keyPaths.list()}>API keys</AppLink>
      </p>
    </div>
  );
}

/** Form for users with the code but not the link. */
function KeyCodeForm() {
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  function handleSubmit() {
    if (code.trim() !== '') void navigate({ href: keyPaths.allow(code.trim()) });
  }
  return (
    <PlainForm onSubmit={handleSubmit} className="mt-2 grid gap-4">
      <TextField
        label="Code"
        hint="The eight letters that the device shows, such as BCDF-GHJK."
        autoComplete="off"
        spellCheck={false}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <div>
        <Button type="submit" variant="primary">
          Continue
        </Button>
      </div>
    </PlainForm>
  );
}
