import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { useAuth } from '../../../api/session.ts';
import { changeDraft } from '../drafts/change-draft.ts';
import { type DraftPlace, placeOfDraft, readDraft, saveDraft } from '../drafts/draft-store.ts';
import { readAfterNewVersion } from '../files/read-after-new-version.ts';
import {
  type Choices,
  type ChosenFile,
  type Decision,
  noChoices,
  type ServiceChoices,
} from './diff-choices.ts';
import { type ChoiceAction, reduceChoices, type SubmittedVersion } from './reduce-choices.ts';

/** Decisions of a user about one pull. */
export interface PullSession {
  /** Paths deselected in the manifest, by service. */
  readonly deselected: { readonly [serviceId: string]: readonly string[] };
  readonly choices: Choices;
  /** Last submit by service; undefined once undone. */
  readonly submits?: { readonly [serviceId: string]: MadeLive | undefined };
  /** Submit by service that no response has arrived for. */
  readonly unanswered?: { readonly [serviceId: string]: SentSubmit | undefined };
  readonly view: DiffView;
}

/** How the diff step lists its files: by folder, as a table, or with the details of each. */
export type DiffView = 'tree' | 'table' | 'list';

/** Version that a submit made live, and the actions that undo its choices. */
interface MadeLive {
  readonly made: SubmittedVersion;
  readonly undo: Extract<ChoiceAction, { type: 'undone' }>;
}

/** Submit of a service, and the files that it decides with the submitted choices. */
export interface SentSubmit {
  /** Id of the submission. */
  readonly id: string;
  readonly files: readonly ChosenFile[];
  readonly choices: ServiceChoices;
}

export type SessionAction =
  | { readonly type: 'select'; readonly serviceId: string; readonly deselected: readonly string[] }
  | { readonly type: 'choice'; readonly action: ChoiceAction }
  | {
      readonly type: 'sent';
      readonly serviceId: string;
      /** Undefined once its outcome is known. */
      readonly sent: SentSubmit | undefined;
    }
  | { readonly type: 'view'; readonly view: DiffView }
  | { readonly type: 'loaded'; readonly session: PullSession };

const SAVE_DELAY_MS = 300;

/**
 * The key includes the user: decisions and merged contents are private, and a browser may be shared within a domain.
 */
export function sessionKey(userId: string, uuid: string): string {
  return `pull/${userId}/${uuid}`;
}

const emptySession: PullSession = { deselected: {}, choices: noChoices, view: 'tree' };

function reduceSession(session: PullSession, action: SessionAction): PullSession {
  switch (action.type) {
    case 'loaded':
      return action.session;
    case 'select':
      return { ...session, deselected: { ...session.deselected, [action.serviceId]: action.deselected } };
    case 'choice':
      return {
        ...session,
        choices: reduceChoices(session.choices, action.action),
        ...(changesLive(action.action) && {
          submits: { ...session.submits, [action.action.serviceId]: madeLive(action.action) },
          unanswered: { ...session.unanswered, [action.action.serviceId]: undefined },
        }),
      };
    case 'sent': {
      const { serviceId, sent } = action;
      const stored = sent && { ...sent, choices: onlyOf(sent.files, sent.choices) };
      return { ...session, unanswered: { ...session.unanswered, [serviceId]: stored } };
    }
    case 'view':
      return { ...session, view: action.view };
  }
}

type LiveChange = Extract<ChoiceAction, { type: 'submitted' | 'undone' }>;

/** A submit, or the undo of one. */
const changesLive = (action: ChoiceAction): action is LiveChange =>
  action.type === 'submitted' || action.type === 'undone';

function madeLive(action: LiveChange): MadeLive | undefined {
  if (action.type === 'undone' || action.made === undefined) return undefined;
  const { serviceId, files, choices, made } = action;
  return { made, undo: { type: 'undone', serviceId, files, choices: onlyOf(files, choices) } };
}

/** Returns the choices of some files, so that the stored session doesn't hold all merged contents twice. */
function onlyOf(files: readonly ChosenFile[], choices: ServiceChoices): ServiceChoices {
  const paths = files.map(filePathOf).filter((path) => path in choices.files);
  const decided = Object.fromEntries(paths.map((path) => [path, choices.files[path] as Decision]));
  return { ...choices, files: decided };
}

/** Decisions and submits apply in every tab that shows the pull; how a tab shows it is its own state. */
const isDecision = ({ type }: SessionAction) => type === 'select' || type === 'choice' || type === 'sent';

/**
 * Records an action that completes after its page was left, such as a submit: in the stored session, and in open pages
 * of the pull.
 */
async function decideLater(key: string, action: SessionAction): Promise<void> {
  const others = new BroadcastChannel(`atrium/${key}`);
  others.postMessage(action);
  await changeDraft<PullSession>(key, (stored) => reduceSession(stored, action));
  others.close();
}

/**
 * Session of a pull, loaded from the browser's store and saved shortly after each change. Tabs of one pull exchange
 * their actions; otherwise the last save would overwrite the decisions of another tab.
 */
export function usePullSession(uuid: string) {
  const [session, reduce] = useReducer(reduceSession, emptySession);
  const [isLoaded, setLoaded] = useState(false);
  const [place, setPlace] = useState<DraftPlace>('browser');
  const saved = useRef<PullSession | null>(null);
  const channel = useRef<BroadcastChannel | null>(null);
  const client = useQueryClient();
  // The last user id, so that an expired sign-in doesn't lose the session.
  const userId = useAuth().lastUserId ?? '';
  const key = sessionKey(userId, uuid);

  const isLeft = useRef(false);

  const dispatch = useCallback(
    (action: SessionAction) => {
      if (isLeft.current) return void decideLater(key, action);
      reduce(action);
      if (isDecision(action)) channel.current?.postMessage(action);
    },
    [key],
  );

  useEffect(() => {
    let isCurrent = true;
    isLeft.current = false;
    // Actions of other tabs during the initial load are missing from the stored session.
    let early: SessionAction[] | null = [];
    const others = new BroadcastChannel(`atrium/${key}`);
    channel.current = others;
    others.onmessage = ({ data }: MessageEvent<SessionAction>) => {
      if (early === null) reduce(data);
      else early.push(data);
      // A version that another tab made live or undid is compared in this tab too.
      const made = data.type === 'choice' && changesLive(data.action) ? data.action.serviceId : undefined;
      if (made !== undefined) void readAfterNewVersion(client, [made]);
    };
    const load = async () => {
      const stored = await readDraft<PullSession>(key);
      if (!isCurrent) return;
      if (stored) {
        saved.current = stored;
        reduce({ type: 'loaded', session: stored });
      }
      early?.forEach(reduce);
      early = null;
      setPlace(placeOfDraft(key));
      setLoaded(true);
    };
    void load();
    return () => {
      isCurrent = false;
      isLeft.current = true;
      others.close();
      channel.current = null;
    };
  }, [key, client]);

  /** `under` is the key of the effect that saves, so that a pull that is no longer shown is saved under its own key. */
  const save = useEffectEvent((under: string) => {
    // Until the stored session has been read, this one is empty and would replace it.
    if (!isLoaded || saved.current === session) return;
    saved.current = session;
    void saveDraft(under, session).then(() => setPlace(placeOfDraft(key)));
  });

  useEffect(() => {
    if (!isLoaded || saved.current === session) return undefined;
    const timer = window.setTimeout(() => save(key), SAVE_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, [isLoaded, session, key]);

  useEffect(() => {
    // A reload right after a click must not lose it.
    const handleHide = () => save(key);
    window.addEventListener('pagehide', handleHide);
    return () => {
      window.removeEventListener('pagehide', handleHide);
      save(key);
    };
  }, [key]);

  const isSaved = useEffectEvent(() => saved.current === session);
  const takeOver = useEffectEvent((stored: PullSession) => {
    const merged = { ...stored, view: session.view };
    saved.current = merged;
    reduce({ type: 'loaded', session: merged });
  });

  useEffect(() => {
    // A tab that the browser had put to sleep heard nothing of the others.
    const readAgain = async () => {
      if (document.visibilityState !== 'visible' || !isSaved()) return;
      const stored = await readDraft<PullSession>(key);
      if (stored && isSaved()) takeOver(stored);
    };
    const handleVisible = () => void readAgain();
    document.addEventListener('visibilitychange', handleVisible);
    return () => document.removeEventListener('visibilitychange', handleVisible);
  }, [key]);

  return {
    session,
    dispatch,
    isLoaded,
    /** Storage of the last save. */
    place,
    isLeft: useCallback(() => isLeft.current, []),
  };
}

export type PullSessionHandle = ReturnType<typeof usePullSession>;
