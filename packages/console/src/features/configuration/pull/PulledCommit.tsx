import type { Pull } from '@atrium/contract/configuration/pull';

/** Says which commit a pull has, and of which branch and repository. */
export function PulledCommit({ pull }: { pull: Pull }) {
  return (
    <p className="text-ink-soft">
      {pull.branch ? (
        <>
          Branch <strong className="text-ink">{pull.branch}</strong>{' '}
        </>
      ) : null}
      at commit <code className="font-mono text-ink">{pull.commitSha.slice(0, 10)}</code> of{' '}
      <span className="wrap-anywhere">{pull.gitUrl}</span>
    </p>
  );
}
