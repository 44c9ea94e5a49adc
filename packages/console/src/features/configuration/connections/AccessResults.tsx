import type { ConnectionTest, GitAccess } from '@atrium/contract/connections/connections';
import { formatQuantity } from '../../../lib/format.ts';
import { Alert } from '../../../ui/Alert.tsx';

/** Read and write access as the host reports them. */
export function AccessResults({ test: { read, write, branches } }: { test: ConnectionTest }) {
  return (
    <>
      <Access
        access={read}
        allowed="Atrium may read the repository."
        refused="Atrium cannot read the repository."
      />
      {read.isAllowed && (
        <>
          <Access access={write} allowed="Atrium may write to it." refused="Atrium cannot write to it." />
          <p className="text-sm text-ink-soft">
            {branches.length === 0
              ? 'It is empty.'
              : `It has ${formatQuantity(branches.length, 'branch', 'branches')}: ${branches.slice(0, 5).join(', ')}${branches.length > 5 ? ', …' : ''}.`}
            {write.isAllowed && ' Nothing was written; the host may still protect single branches.'}
          </p>
        </>
      )}
    </>
  );
}

interface AccessProps {
  access: GitAccess;
  allowed: string;
  refused: string;
}

function Access({ access: { isAllowed, reason }, allowed, refused }: AccessProps) {
  return isAllowed ? (
    <Alert kind="success" title={allowed} />
  ) : (
    <Alert kind="error" title={refused}>
      {reason}
    </Alert>
  );
}
