import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { NotConfirmedError } from './identity-question.ts';

export type Change<Returned = unknown, Values = void> = Omit<
  UseMutationResult<Returned, Error, Values>,
  'mutateAsync'
>;

/**
 * A call that changes something. It is made once: until the response arrives, the same `mutate` does nothing, because a
 * button shows that it is busy only after the second click of a double click. With a `scope`, calls are made one after
 * the other instead.
 */
export function useChange<Returned = unknown, Values = void>(
  options: UseMutationOptions<Returned, Error, Values>,
): Change<Returned, Values> {
  const { mutateAsync, ...mutation } = useMutation(options);
  const { reset } = mutation;
  const running = useRef<Promise<unknown>>(undefined);
  const isQueued = options.scope !== undefined;
  const mutate = useCallback<Change<Returned, Values>['mutate']>(
    (...call) => {
      if (running.current && !isQueued) return;
      // The error is in `error`, except after the user has canceled the change.
      const answered = mutateAsync(...call).catch((error: unknown) => {
        if (error instanceof NotConfirmedError) reset();
      });
      running.current = answered;
      void answered.then(() => {
        running.current = undefined;
      });
    },
    [mutateAsync, reset, isQueued],
  );
  return { ...mutation, mutate };
}
