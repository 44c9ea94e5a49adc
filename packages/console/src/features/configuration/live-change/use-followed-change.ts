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
  /** Services whose live version may have changed even after a failure; their queries are refetched. */
  changes: (values: Values) => readonly string[];
}

/**
 * Changes the live version under an operation id that progress is reported for. The page reports the outcome; the bell
 * does so after the page was left or if the outcome is unknown. Retries of the same change reuse the id while the
 * outcome is unknown.
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
