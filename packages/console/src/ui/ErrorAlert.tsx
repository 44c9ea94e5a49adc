import { type ReactNode, useId, useState } from 'react';
import { MissingPartError } from '../lib/program-files.ts';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';
import { readError } from './read-error.ts';

interface ErrorAlertProps {
  error: unknown;
  /** Text of the heading; 'Error encountered.' when none is given, and no heading at all for null. */
  title?: string | null | undefined;
  /** Offers to try again. */
  onRetry?: (() => void) | undefined;
  /** True while a retry is running. */
  isRetrying?: boolean | undefined;
  actions?: ReactNode;
  className?: string;
}

/** A failed call in place of its content; 'See more' reveals the server's full answer and the request id. */
export function ErrorAlert({
  error,
  title = 'Error encountered.',
  onRetry,
  isRetrying = false,
  actions,
  className,
}: ErrorAlertProps) {
  const [isExpanded, setExpanded] = useState(false);
  const detailsId = useId();
  const { message, body, requestId } = readError(error);
  // A retry would fail again: the missing chunk has another name by now.
  const isOutdated = error instanceof MissingPartError && error.isOutdated;
  const hasDetails = (body ?? '') !== '' || requestId !== undefined;
  return (
    <Alert
      kind="error"
      title={title}
      {...(className && { className })}
      actions={
        (hasDetails || onRetry || isOutdated || actions) && (
          <>
            {hasDetails && (
              <Button
                size="small"
                aria-expanded={isExpanded}
                aria-controls={detailsId}
                onClick={() => setExpanded(!isExpanded)}
              >
                {isExpanded ? 'See less' : 'See more'}
              </Button>
            )}
            {isOutdated ? (
              <Button size="small" onClick={() => window.location.reload()}>
                Reload page
              </Button>
            ) : (
              onRetry && (
                <Button size="small" onClick={onRetry} isBusy={isRetrying}>
                  Retry
                </Button>
              )
            )}
            {actions}
          </>
        )
      }
    >
      <p className="wrap-anywhere">{message}</p>
      <div id={detailsId} hidden={!isExpanded} className="mt-2">
        {isExpanded && <ErrorDetails body={body} requestId={requestId} />}
      </div>
    </Alert>
  );
}

interface ErrorDetailsProps {
  /** Parsed JSON, or text. */
  body: unknown;
  requestId: string | undefined;
}

/** The whole response of a failed call, in words, and the id under which the server logged it. */
function ErrorDetails({ body = null, requestId }: ErrorDetailsProps) {
  const lines = linesOf(body);
  const id = `Request id: ${requestId}`;
  if (requestId && !lines.includes(id)) lines.push(id);
  return (
    <div className="text-sm whitespace-pre-wrap">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

/** Lists every value with a readable path: `errors[0].defaultMessage` is `Errors 1 default message`. */
function linesOf(value: unknown, place = ''): string[] {
  if (typeof value !== 'object')
    return [(place && `${place.replace(/./, (first) => first.toUpperCase())}: `) + String(value)];
  return Object.entries(value ?? {}).flatMap(([key, inner]) => {
    const word = Array.isArray(value) ? Number(key) + 1 : key.replace(/[A-Z]/g, ' $&').toLowerCase();
    return linesOf(inner, `${place} ${word}`.trim());
  });
}
