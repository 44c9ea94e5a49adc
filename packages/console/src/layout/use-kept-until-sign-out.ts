import { useEffect } from 'react';
import { currentAuth, useAuth } from '../api/session.ts';
import { forgetKeptInputs } from '../lib/kept-input.ts';
import { forgetKeptTexts } from '../lib/kept-text.ts';

/**
 * Forgets what the browser kept of the one who is signed in when they sign out, and of anyone else when they sign in. A
 * session that expired, or was ended elsewhere, loses nothing: they find it again after signing in.
 */
export function useKeptUntilSignOut(): void {
  const { user } = useAuth();
  // An operator who acts as a customer comes back to what is their own.
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
