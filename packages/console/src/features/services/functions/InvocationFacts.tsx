import { formatBytes, formatMilliseconds } from '@atrium/contract/format-scale';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCost } from '../../../lib/format.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { costOfCall } from './call-cost.ts';
import type { CallOutcome } from './call-function.ts';
import { pricesQuery } from './function.queries.ts';
import { StackPlaces } from './StackPlaces.tsx';

interface InvocationFactsProps {
  serviceId: string;
  invocation: CallOutcome;
  /** A call that was just made shows its input beside. */
  isInputShown?: boolean;
}

/** Result of a call: outcome, duration, cost, response, console output and stack. */
export function InvocationFacts({ serviceId, invocation, isInputShown = false }: InvocationFactsProps) {
  const { status, durationMs, memoryBytes, failure, version } = invocation;
  const prices = useQuery(pricesQuery());
  const own = prices.data?.[serviceId];
  return (
    <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-4">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
        <Badge tone={status === 'OK' ? 'ok' : 'danger'}>{status === 'OK' ? 'OK' : 'Failed'}</Badge>
        <span>{formatMilliseconds(durationMs)}</span>
        {memoryBytes !== undefined && <span>{formatBytes(memoryBytes)}</span>}
        {memoryBytes !== undefined && invocation.event === null && (
          <>
            {own && <span>{formatCost(costOfCall(own, { ...invocation, memoryBytes }))}</span>}
            {prices.isLoadingError && <span>Cost unknown</span>}
          </>
        )}
        {version !== undefined && <span>Version {version}</span>}
      </p>
      {isInputShown && <Text title="Input" text={prettyJson(invocation.input)} />}
      {failure ? (
        <>
          <Alert kind="error" title={failure.name}>
            <p className="whitespace-pre-wrap">{failure.message}</p>
          </Alert>
          {failure.stack.length > 0 && (
            <Part title="Where">
              <StackPlaces serviceId={serviceId} stack={failure.stack} version={version} />
            </Part>
          )}
        </>
      ) : (
        <Text title="Response" text={prettyJson(invocation.result)} />
      )}
      {invocation.console !== '' && <Text title="Console output" text={invocation.console} />}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <Part title={title}>
      {/* Focusable, so that the keyboard can scroll it. */}
      <pre
        tabIndex={0}
        role="region"
        aria-label={title}
        className="max-h-80 overflow-auto rounded-control border border-line bg-sunken p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
      >
        {text === '' ? '(empty)' : text}
      </pre>
    </Part>
  );
}

/** JSON over several lines; as it is, if it is cut or no JSON. */
function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
