import { type ComponentType, use, useEffect, useState, useTransition } from 'react';
import { ErrorAlert } from './ErrorAlert.tsx';

export type Load<Props> = () => Promise<ComponentType<Props>>;
type Outcome<Props> = { Part: ComponentType<Props> } | { error: unknown };

interface FailedPart {
  error: unknown;
  onRetry: () => void;
  isRetrying: boolean;
}

/**
 * Component that is fetched when it is first rendered. Unlike React's `lazy`, a failed fetch is reported in place with
 * a retry, and doesn't affect the surrounding page.
 */
export function lazyPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return retriedPart(load, ({ error, onRetry, isRetrying }) => (
    <ErrorAlert error={error} onRetry={onRetry} isRetrying={isRetrying} />
  ));
}

/** Like `lazyPart`, with a custom error. */
export function retriedPart<Props extends object>(
  load: Load<Props>,
  Failure: ComponentType<Props & FailedPart>,
): ComponentType<Props> {
  let loading: Promise<Outcome<Props>> | undefined;
  function start(): Promise<Outcome<Props>> {
    loading ??= load().then(
      (Part) => ({ Part }),
      (error: unknown) => ({ error }),
    );
    return loading;
  }
  function forget() {
    loading = undefined;
  }

  return function LazyPart(props: Props) {
    const [attempt, setAttempt] = useState(start);
    const [isRetrying, startRetry] = useTransition();
    const outcome = use(attempt);
    const hasFailed = 'error' in outcome;
    // Later renderings try again.
    useEffect(() => (hasFailed ? forget : undefined), [hasFailed]);
    if (!hasFailed) return <outcome.Part {...props} />;
    const retry = () => {
      forget();
      startRetry(() => setAttempt(start()));
    };
    return <Failure {...props} error={outcome.error} onRetry={retry} isRetrying={isRetrying} />;
  };
}
