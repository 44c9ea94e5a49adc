import { type UseMutationOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Change, useChange } from '../../../api/use-change.ts';
import { useIdempotencyKeys } from '../../../api/use-idempotency-key.ts';
import { tellElsewhere, tellWhereStarted } from '../../../lib/told-where-started.ts';
import { readAfterNewVersion } from '../files/read-after-new-version.ts';
import { isSubmitUnknown } from './submit-failure.ts';

interface FollowedChangeOptions<Returned, Values>
  extends Omit<UseMutationOptions<Returned, Error, Values>, 'mutationFn'> {
  /** `progress`: the id under which the call is to be found while it runs. */
  mutationFn: (values: Values, progress: string) => Promise<Returned>;
  /** Services whose live version may be another after a failure, too: what shows it is read again then. */
  changes: (values: Values) => readonly string[];
}

/**
 * A change of what is live, with the id under which its progress is found. How it ended is told here, and by the bell to
 * whoever has left meanwhile, or does not know. The same change again has the same id for as long as that is so.
 */
export function useFollowedChange<Returned, Values = void>({
  mutationFn,
  changes,
  ...options
}: FollowedChangeOptions<Returned, Values>): Change<Returned, Values> & { progress: string } {
  const [progress, setProgress] = useState('');
  const running = useRef<string>(undefined);
  useEffect(() => () => tellElsewhere(running.current ?? ''), []);
  const client = useQueryClient();
  const withKey = useIdempotencyKeys();
  const change = useChange<Returned, Values>({
    ...options,
    mutationFn: (values) => {
      const attempt = async (id: string) => {
        setProgress(id);
        tellWhereStarted(id);
        running.current = id;
        try {
          return await mutationFn(values, id);
        } catch (error) {
          if (isSubmitUnknown(error)) tellElsewhere(id);
          void readAfterNewVersion(client, changes(values));
          throw error;
        } finally {
          running.current = undefined;
        }
      };
      return withKey('change', { values }, attempt, isSubmitUnknown);
    },
  });
  return { ...change, progress };
}
