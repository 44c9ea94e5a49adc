import { ApiError } from '@atrium/contract/api-error';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useStandingError } from '../../ui/use-standing-error.ts';
import { paymentConfigQuery } from './billing.queries.ts';
import type { CardField, CardFieldState } from './card-field.ts';
import type { CardFieldControl } from './card-field-control.ts';
import { loadCardProvider } from './card-provider.ts';

const INCOMPLETE = 'Please enter your card details.';

/** The provider's card field inside a form. */
export function useCardField(): CardFieldControl {
  const config = useQuery({ ...paymentConfigQuery(), staleTime: Number.POSITIVE_INFINITY });
  const configError = useStandingError(config);
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isReady, setReady] = useState(false);
  const [loadError, setLoadError] = useState<unknown>(null);
  const [error, setError] = useState<string>();
  const field = useRef<CardField>(undefined);
  const state = useRef<CardFieldState>({ error: undefined, isComplete: false });
  const made = useRef<{ cardHolderName: string; token: string }>(undefined);

  useEffect(() => {
    if (element === null || config.data === undefined) return;
    let isGone = false;
    loadCardProvider(config.data).then((provider) => {
      if (isGone) return;
      field.current = provider.createField();
      field.current.mount(element, (change) => {
        state.current = change;
        made.current = undefined;
        setError(change.error);
      });
      setReady(true);
    }, setLoadError);
    return () => {
      isGone = true;
      field.current?.unmount();
      field.current = undefined;
    };
  }, [element, config.data]);

  function flagIncomplete(): boolean {
    const isIncomplete = !state.current.isComplete || state.current.error !== undefined;
    if (isIncomplete) setError(state.current.error ?? INCOMPLETE);
    return isIncomplete;
  }

  return {
    mountIn: setElement,
    isReady,
    error,
    loadError: configError ?? loadError,
    // Remounting the container reloads the field.
    retryLoad: () => (configError === null ? setLoadError(null) : void config.refetch()),
    isRetrying: config.isFetching,
    flagIncomplete,
    async createToken(cardHolderName) {
      if (flagIncomplete()) return undefined;
      if (made.current?.cardHolderName === cardHolderName) return made.current.token;
      try {
        const token = await field.current?.createToken(cardHolderName);
        // The dialog was closed meanwhile.
        if (token === undefined || field.current === undefined) return undefined;
        made.current = { cardHolderName, token };
        return token;
      } catch (refusal) {
        setError(refusal instanceof Error ? refusal.message : String(refusal));
        return undefined;
      }
    },
    saveFailed(error) {
      const isResponseLost = error instanceof ApiError && error.status === 0;
      if (!isResponseLost) made.current = undefined;
    },
  };
}
