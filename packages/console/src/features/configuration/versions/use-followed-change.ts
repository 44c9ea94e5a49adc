import type { UseMutationOptions } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Change, useChange } from '../../../api/use-change.ts';
import { tellElsewhere, tellWhereStarted } from '../../../lib/told-where-started.ts';

interface FollowedChangeOptions<Returned, Values>
  extends Omit<UseMutationOptions<Returned, Error, Values>, 'mutationFn'> {
  /** `progress`: the id under which the call is to be found while it runs. */
  mutationFn: (values: Values, progress: string) => Promise<Returned>;
}

/**
 * A change of what is live, with the id under which its progress is found. How it ended is told here, and by the bell to
 * whoever has left meanwhile.
 */
export function useFollowedChange<Returned, Values = void>({
  mutationFn,
  ...options
}: FollowedChangeOptions<Returned, Values>): Change<Returned, Values> & { progress: string } {
  const [progress, setProgress] = useState('');
  const running = useRef<string>(undefined);
  useEffect(() => () => tellElsewhere(running.current ?? ''), []);
  const change = useChange<Returned, Values>({
    ...options,
    mutationFn: async (values) => {
      const id = crypto.randomUUID();
      setProgress(id);
      tellWhereStarted(id);
      running.current = id;
      try {
        return await mutationFn(values, id);
      } finally {
        running.current = undefined;
      }
    },
  });
  return { ...change, progress };
}
