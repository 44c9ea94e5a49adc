import type { GitRequest } from '@atrium/contract/configuration/git-request';
import { useChange } from '../../../api/use-change.ts';
import { loadBranches } from '../files/pull.queries.ts';
import { type ConnectionDraft, toGitRequest } from './connection-draft.ts';

/**
 * Branches of the form's current repository, once loaded; branches of another repository are dropped. The branch isn't
 * filled in while the form is being sent, because a change cancels the request.
 */
export function useBranches(
  draft: ConnectionDraft,
  onChange: (change: Pick<ConnectionDraft, 'branch'>) => void,
  isSent: boolean,
) {
  const isNamed = ({ connectionId = '', gitUrl, username }: GitRequest) =>
    connectionId === draft.connectionId &&
    (connectionId !== '' || (gitUrl === draft.gitUrl && username === draft.username));
  const { data, error, variables, isPending, mutate } = useChange({
    mutationFn: loadBranches,
    // The address may have changed while it was asked.
    onSuccess: ({ defaultBranch, branches: found }, request) => {
      if (isSent || draft.branch || !isNamed(request)) return;
      onChange({ branch: defaultBranch ?? found[0] ?? '' });
    },
  });
  const isOfIt = variables !== undefined && isNamed(variables);
  return {
    remote: isOfIt ? data : undefined,
    error: isOfIt ? error : null,
    isPending,
    load: () => mutate(toGitRequest({ ...draft, hasBranch: false, hasCommitSha: false })),
  };
}
