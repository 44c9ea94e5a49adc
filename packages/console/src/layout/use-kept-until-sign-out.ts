import { useEffect } from 'react';
import { currentAuth, useAuth } from '../api/session.ts';
import { forgetKeptInputs } from '../lib/kept-input.ts';
import { forgetKeptTexts } from '../lib/kept-text.ts';

/**
 * Deletes the user's stored texts when they sign out, and those of other users when they sign in. A session that
 * expired or was ended elsewhere deletes nothing, so that the user finds their texts after the next sign-in.
 */
export function useKeptUntilSignOut(): void {
  const { user } = useAuth();
  // An operator who impersonates a customer returns to their own texts.
  const own = user && user.actor === undefined ? `${user.userId}/` : undefined;
  useEffect(() => {
    if (own !== undefined) forget(own);
  }, [own]);
  useEffect(
    () => () => {
      if (currentAuth().hasLoggedOut) forget();
    },
    [],
  );
}

function forget(but?: string): void {
  forgetKeptTexts(but);
  forgetKeptInputs(but);
}
