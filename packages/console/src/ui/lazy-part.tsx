import { type ComponentType, use, useEffect, useState, useTransition } from 'react';
import { ErrorAlert } from './ErrorAlert.tsx';

export type Load<Props> = () => Promise<ComponentType<Props>>;
/** `preload` fetches it before it is rendered, which then happens at once. */
export type LazyPart<Props> = ComponentType<Props> & { preload: () => Promise<unknown> };
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
export function lazyPart<Props extends object>(load: Load<Props>): LazyPart<Props> {
  return retriedPart(load, ({ error, onRetry, isRetrying }) => (
    <ErrorAlert error={error} onRetry={onRetry} isRetrying={isRetrying} />
  ));
}

/** Like `lazyPart`, with a custom error. */
export function retriedPart<Props extends object>(
  load: Load<Props>,
  Failure: ComponentType<Props & FailedPart>,
): LazyPart<Props> {
  let loading: Promise<Outcome<Props>> | undefined;
  function start(): Promise<Outcome<Props>> {
    loading ??= keepResult(
      load().then(
        (Part) => ({ Part }),
        (error: unknown) => ({ error }),
      ),
    );
    return loading;
  }
  function forget() {
    loading = undefined;
  }

  function LazyPart(props: Props) {
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
  }
  return Object.assign(LazyPart, { preload: start });
}

/** Gives a promise the fields from which React's `use` returns at once; otherwise it pauses, although all is there. */
function keepResult<Value>(promise: Promise<Value>): Promise<Value> {
  void promise.then((value) => Object.assign(promise, { status: 'fulfilled', value }));
  return promise;
}
