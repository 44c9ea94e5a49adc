import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { type ChoiceAction, type Choices, noChoices, reduceChoices } from './diff-choices.ts';
import { readDraft, saveDraft } from './draft-store.ts';

/** Everything a person decided about one pull. */
export interface PullSession {
  /** By service: the file paths that were deselected in the manifest. */
  readonly deselected: { readonly [serviceId: string]: readonly string[] };
  readonly choices: Choices;
  readonly isMetadataHidden: boolean;
  readonly view: 'table' | 'list';
}

export type SessionAction =
  | { readonly type: 'select'; readonly serviceId: string; readonly deselected: readonly string[] }
  | { readonly type: 'choice'; readonly action: ChoiceAction }
  | { readonly type: 'view'; readonly view: PullSession['view'] }
  | { readonly type: 'hideMetadata'; readonly isHidden: boolean }
  | { readonly type: 'loaded'; readonly session: PullSession };

const SAVE_DELAY_MS = 300;

function newSession(): PullSession {
  // Rows of a table do not fit on a phone.
  const isNarrow = globalThis.matchMedia?.('(max-width: 48rem)').matches ?? false;
  return { deselected: {}, choices: noChoices, isMetadataHidden: false, view: isNarrow ? 'list' : 'table' };
}

export function reduceSession(session: PullSession, action: SessionAction): PullSession {
  switch (action.type) {
    case 'loaded':
      return action.session;
    case 'select':
      return { ...session, deselected: { ...session.deselected, [action.serviceId]: action.deselected } };
    case 'choice':
      return { ...session, choices: reduceChoices(session.choices, action.action) };
    case 'view':
      return { ...session, view: action.view };
    case 'hideMetadata':
      return { ...session, isMetadataHidden: action.isHidden };
  }
}

/** The session of a pull, read from the browser's store and written back shortly after each change. */
export function usePullSession(uuid: string) {
  const [session, dispatch] = useReducer(reduceSession, undefined, newSession);
  const [isLoaded, setLoaded] = useState(false);
  const saved = useRef<PullSession | null>(null);
  const key = `pull/${uuid}`;

  useEffect(() => {
    let isCurrent = true;
    void readDraft<PullSession>(key).then((stored) => {
      if (!isCurrent) return;
      if (stored) {
        saved.current = stored;
        dispatch({ type: 'loaded', session: stored });
      }
      setLoaded(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [key]);

  const latest = useRef(session);
  latest.current = session;
  const save = useCallback(() => {
    if (saved.current === latest.current) return;
    saved.current = latest.current;
    void saveDraft(key, latest.current);
  }, [key]);

  useEffect(() => {
    if (!isLoaded || saved.current === session) return undefined;
    const timer = window.setTimeout(save, SAVE_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, [isLoaded, session, save]);

  useEffect(() => {
    // A reload right after a click must not lose it.
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [save]);

  return { session, dispatch, isLoaded };
}

export type PullSessionHandle = ReturnType<typeof usePullSession>;
