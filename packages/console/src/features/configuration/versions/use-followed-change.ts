import type { UseMutationOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { type Change, useChange } from '../../../api/use-change.ts';

interface FollowedChangeOptions<Returned, Values>
  extends Omit<UseMutationOptions<Returned, Error, Values>, 'mutationFn'> {
  /** `progress`: the id under which the call is to be found while it runs. */
  mutationFn: (values: Values, progress: string) => Promise<Returned>;
}

/** A change of what is live, with the id under which its progress is found. */
export function useFollowedChange<Returned, Values = void>({
  mutationFn,
  ...options
}: FollowedChangeOptions<Returned, Values>): Change<Returned, Values> & { progress: string } {
  const [progress, setProgress] = useState('');
  const change = useChange<Returned, Values>({
    ...options,
    mutationFn: (values) => {
      const id = crypto.randomUUID();
      setProgress(id);
      return mutationFn(values, id);
    },
  });
  return { ...change, progress };
}
