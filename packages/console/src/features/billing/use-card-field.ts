import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { paymentConfigQuery } from './billing.queries.ts';
import { type CardField, type CardFieldState, loadCardProvider } from './card-provider.ts';

const INCOMPLETE = 'Please fill in the card.';

export interface CardFieldControl {
  /** Where the provider's field is mounted. */
  ref: (element: HTMLElement | null) => void;
  isReady: boolean;
  /** Shown under the field. */
  error: string | undefined;
  /** Failed to load. */
  loadError: unknown;
  /** A token for the card, or undefined when there is an error to show; nothing may be saved then. */
  createToken(cardHolderName: string): Promise<string | undefined>;
}

/** The provider's card field inside a form. */
export function useCardField(): CardFieldControl {
  const config = useQuery({ ...paymentConfigQuery(), staleTime: Number.POSITIVE_INFINITY });
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isReady, setReady] = useState(false);
  const [loadError, setLoadError] = useState<unknown>(null);
  const [error, setError] = useState<string>();
  const field = useRef<CardField>(undefined);
  const state = useRef<CardFieldState>({ error: undefined, isComplete: false });

  useEffect(() => {
    if (element === null || config.data === undefined) return;
    let isGone = false;
    loadCardProvider(config.data).then((provider) => {
      if (isGone) return;
      field.current = provider.createField();
      field.current.mount(element, (change) => {
        state.current = change;
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

  return {
    ref: setElement,
    isReady,
    error,
    loadError: config.error ?? loadError,
    async createToken(cardHolderName) {
      if (!state.current.isComplete || state.current.error !== undefined) {
        setError(state.current.error ?? INCOMPLETE);
        return undefined;
      }
      try {
        return await field.current?.createToken(cardHolderName);
      } catch (refusal) {
        setError(refusal instanceof Error ? refusal.message : String(refusal));
        return undefined;
      }
    },
  };
}
