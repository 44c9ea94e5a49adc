import { type GitRequest, REQUIRED_CONNECTION_FIELDS } from '@atrium/contract/configuration/git-request';
import { useState } from 'react';
import { useAuth } from '../../../api/session.ts';
import { keepInput, readKeptInput } from '../../../lib/kept-input.ts';

/** State of the form. A field whose toggle is off keeps its text but is omitted from the request. */
export interface ConnectionDraft {
  /** A connected repository; empty for one whose address is typed. */
  connectionId: string;
  gitUrl: string;
  username: string;
  password: string;
  hasBranch: boolean;
  branch: string;
  hasCommitSha: boolean;
  commitSha: string;
  commitMessage: string;
}

/** Without a connection until one is chosen. */
type TypedDraft = Omit<ConnectionDraft, 'connectionId'> & Partial<Pick<ConnectionDraft, 'connectionId'>>;

const emptyDraft: TypedDraft = {
  gitUrl: '',
  username: '',
  password: '',
  hasBranch: false,
  branch: '',
  hasCommitSha: false,
  commitSha: '',
  commitMessage: '',
};

export function missingFields(draft: ConnectionDraft) {
  if (draft.connectionId !== '') return [];
  return REQUIRED_CONNECTION_FIELDS.filter((field) =>
    field === 'password' ? draft.password === '' : draft[field].trim() === '',
  );
}

export function toGitRequest(draft: ConnectionDraft): GitRequest {
  const { connectionId, gitUrl, username, password } = draft;
  return {
    ...(connectionId === '' ? { gitUrl, username, password } : { connectionId }),
    branch: draft.hasBranch && draft.branch.trim() ? draft.branch.trim() : undefined,
    commitSha: draft.hasCommitSha && draft.commitSha.trim() ? draft.commitSha.trim() : undefined,
    commitMessage: draft.commitMessage.trim() || undefined,
  };
}

/**
 * The form's state: the default connection, if there is one, until another is chosen. Address, username and branch are
 * kept for the next time, the password never is.
 */
export function useConnectionDraft(defaultConnectionId = '') {
  const { user } = useAuth();
  const key = `${user?.userId}/git-connection`;
  const [typed, setTyped] = useState<TypedDraft>(() => ({ ...emptyDraft, ...readRemembered(key) }));
  const draft: ConnectionDraft = { ...typed, connectionId: typed.connectionId ?? defaultConnectionId };
  const change = (part: Partial<ConnectionDraft>) => setTyped((before) => ({ ...before, ...part }));
  const remember = () => {
    const { gitUrl, username, hasBranch, branch } = draft;
    // Hosts also show addresses with a token in them: it is refused later, and never kept.
    const kept = gitUrl.includes('@') ? '' : gitUrl;
    keepInput(key, JSON.stringify({ gitUrl: kept, username, hasBranch, branch }));
  };
  return { draft, change, remember };
}

const readRemembered = (key: string) => JSON.parse(readKeptInput(key) ?? '{}') as Partial<ConnectionDraft>;
