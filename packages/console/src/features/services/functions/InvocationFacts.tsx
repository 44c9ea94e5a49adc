import type { InvocationDetails } from '@atrium/contract/service-api/invocations';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatBytes, formatMilliseconds } from '../../../lib/format-scale.ts';
import { paths } from '../../../paths.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { costOfCall, formatCost } from './call-cost.ts';
import { pricesQuery } from './function.queries.ts';
import { functionOfPath } from './function-file.ts';
import { prettyJson } from './pretty-json.ts';

interface InvocationFactsProps {
  serviceId: string;
  invocation: InvocationDetails;
  /** A call that was just made shows its input beside. */
  isInputShown?: boolean;
}

/** What came of a call: outcome, duration, cost, response, console output, and where it failed. */
export function InvocationFacts({ serviceId, invocation, isInputShown = false }: InvocationFactsProps) {
  const { status, durationMs, memoryBytes, failure, version } = invocation;
  const prices = useQuery(pricesQuery());
  const own = prices.data?.[serviceId];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
        <Badge tone={status === 'OK' ? 'ok' : 'danger'}>{status === 'OK' ? 'OK' : 'Failed'}</Badge>
        <span>{formatMilliseconds(durationMs)}</span>
        <span>{formatBytes(memoryBytes)}</span>
        {own && invocation.event === null && <span>{formatCost(costOfCall(own, invocation))}</span>}
        <span>Version {version}</span>
      </p>
      {isInputShown && <Text title="Input" text={prettyJson(invocation.input)} />}
      {failure ? (
        <>
          <Alert kind="error" title={failure.name}>
            <p className="whitespace-pre-wrap">{failure.message}</p>
          </Alert>
          {failure.stack.length > 0 && (
            <Part title="Where">
              <ol className="font-mono text-xs">
                {failure.stack.map((place, index) => (
                  // A recursive function is in the stack more than once.
                  <li key={index} className="py-0.5 wrap-anywhere">
                    {place.function !== undefined && `${place.function} `}
                    <Place serviceId={serviceId} file={place.file} line={place.line} />
                  </li>
                ))}
              </ol>
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

function Place({ serviceId, file, line }: { serviceId: string; file: string; line: number }) {
  const name = functionOfPath(file);
  const text = `${file}:${line}`;
  if (name === undefined) return text;
  return (
    <AppLink href={paths.service(serviceId, { function: name, line: String(line) })} className="link">
      {text}
    </AppLink>
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
      {/* With the focus the keyboard can scroll it. */}
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
