import { type GitRequest, REQUIRED_CONNECTION_FIELDS } from '@atrium/contract/configuration/git-request';
import { useState } from 'react';

/** What the form holds. The toggles keep what was typed while they are off, and leave it out of the request. */
export interface ConnectionDraft {
  gitUrl: string;
  username: string;
  password: string;
  hasBranch: boolean;
  branch: string;
  hasCommitSha: boolean;
  commitSha: string;
  commitMessage: string;
}

const STORAGE_KEY = 'atrium/git-connection';

const emptyDraft: ConnectionDraft = {
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
  return REQUIRED_CONNECTION_FIELDS.filter((field) =>
    field === 'password' ? draft.password === '' : draft[field].trim() === '',
  );
}

export function toGitRequest(draft: ConnectionDraft): GitRequest {
  const { gitUrl, username, password } = draft;
  return {
    gitUrl,
    username,
    password,
    branch: draft.hasBranch && draft.branch.trim() ? draft.branch.trim() : undefined,
    commitSha: draft.hasCommitSha && draft.commitSha.trim() ? draft.commitSha.trim() : undefined,
    commitMessage: draft.commitMessage.trim() || undefined,
  };
}

/** The form's state. Address, username and branch are remembered on this device; the password never is. */
export function useConnectionDraft() {
  const [draft, setDraft] = useState<ConnectionDraft>(() => ({ ...emptyDraft, ...readRemembered() }));
  const change = (part: Partial<ConnectionDraft>) => setDraft((before) => ({ ...before, ...part }));
  const remember = () => {
    const { gitUrl, username, hasBranch, branch } = draft;
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify({ gitUrl, username, hasBranch, branch }));
    } catch {
      // Without storage it is typed again next time: that must not keep anyone from a pull.
    }
  };
  return { draft, change, remember };
}

function readRemembered(): Partial<ConnectionDraft> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? stored : {};
  } catch {
    return {};
  }
}
