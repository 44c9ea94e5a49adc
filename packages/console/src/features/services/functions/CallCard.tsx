import { keyPaths } from '@atrium/contract/key-paths';
import { tryFunction } from '@atrium/contract/service-api/functions/invocations';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAuth } from '../../../api/session.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { keepInput, readKeptInput } from '../../../lib/kept-input.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { Copy, Play } from '../../../ui/icons.ts';
import { PlainForm } from '../../../ui/PlainForm.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { callFunction, outcomeText } from './call-function.ts';
import { firstInputOf, inputKeyOf, isInput } from './call-input.ts';
import { type CurlCall, curlOf } from './curl.ts';
import { readLogAgain } from './function.queries.ts';
import { InvocationFacts } from './InvocationFacts.tsx';
import { KeepAsTest } from './KeepAsTest.tsx';

/** Calls a function with an input that is kept for the next time, and shows all that came of it. */
export function CallCard({ serviceId, name }: { serviceId: string; name: string }) {
  const auth = useAuth();
  const client = useQueryClient();
  const key = inputKeyOf(auth.user?.userId, serviceId, name);
  const [input, setInput] = useState(() => readKeptInput(key) ?? firstInputOf(serviceId, name));
  const [isWrong, setWrong] = useState(false);
  const calling = useChange({
    mutationFn: (given: string) => callFunction(client, serviceId, name, given),
    onSuccess: () => void readLogAgain(client, serviceId),
  });
  const refusal = useRefusal(tryFunction);

  function handleSubmit() {
    const isReadable = isInput(input);
    setWrong(!isReadable);
    if (isReadable) calling.mutate(input);
  }

  return (
    <Card title="Call" actions={<CopyAsCurl serviceId={serviceId} name={name} input={input} />}>
      <PlainForm className="mb-4 grid gap-3" onSubmit={handleSubmit}>
        <TextArea
          label="Input (JSON)"
          isCode
          rows={6}
          spellCheck={false}
          value={input}
          error={isWrong ? 'This is not valid JSON. Put names and strings in double quotes.' : undefined}
          onChange={(event) => {
            setWrong(false);
            setInput(event.target.value);
            keepInput(key, event.target.value);
          }}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            variant="primary"
            icon={<Play aria-hidden size={16} />}
            isBusy={calling.isPending}
            refusal={refusal}
          >
            Call
          </Button>
          <p className="text-sm text-ink-soft">
            {refusal?.title ?? 'Runs the live function. Billed like any other call.'}
          </p>
        </div>
      </PlainForm>
      {/* Only this is spoken: a response may be long. */}
      <p role="status" className="sr-only">
        {calling.data && outcomeText(calling.data)}
      </p>
      {calling.data && (
        <div className="flex flex-col items-start gap-4">
          <InvocationFacts serviceId={serviceId} invocation={calling.data} />
          {/* The service returns the beginning of a long input. */}
          <KeepAsTest
            serviceId={serviceId}
            call={{ ...calling.data, input: (calling.variables ?? '').trim() }}
          />
        </div>
      )}
      <ErrorDialog error={calling.error} onClose={calling.reset} />
    </Card>
  );
}

/** Copies the call as a command that reads its token from the environment, and links to where one is made. */
function CopyAsCurl({ serviceId, name, input }: CurlCall) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  function handleClick() {
    navigator.clipboard.writeText(curlOf(window.location.origin, { serviceId, name, input })).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  }
  return (
    <div className="flex flex-col gap-1 sm:items-end">
      <span className="flex flex-wrap items-center gap-2 sm:justify-end">
        <span role="status" className="text-sm text-ink-soft max-sm:order-last">
          {outcome === 'failed' && 'Could not be copied'}
          {outcome === 'copied' && 'Copied. It reads the key from ATRIUM_TOKEN.'}
        </span>
        <Button size="small" icon={<Copy aria-hidden size={14} />} onClick={handleClick}>
          Copy as curl
        </Button>
      </span>
      <p className="text-sm text-ink-soft sm:text-right">
        Needs an API key:{' '}
        <AppLink href={keyPaths.create('functions.invoke')} className="link">
          make one that may call functions
        </AppLink>
      </p>
    </div>
  );
}
