import { getNamedVersion } from '@atrium/contract/configuration/versions';
import { useQuery } from '@tanstack/react-query';
import { useRefusal } from '../../../api/use-refusal.ts';
import { namedVersionQuery } from '../../../layout/version.queries.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';

interface BilledVersionProps {
  serviceId: string;
  version: number;
}

/** Links to the changes of a version. A version that was deleted or may not be read is a plain number. */
export function BilledVersion({ serviceId, version }: BilledVersionProps) {
  const named = useNamedVersion({ serviceId, version });
  if (named === undefined) return `Version ${version}`;
  const changes = named.parent === null ? {} : { changes: `${named.parent}-${version}` };
  return (
    <AppLink href={paths.service(serviceId, { tab: 'versions', ...changes })} className="link">
      Version {version}
    </AppLink>
  );
}

/** Author, time, commit and message of a version. */
export function VersionFacts({ serviceId, version }: BilledVersionProps) {
  const named = useNamedVersion({ serviceId, version });
  if (named === undefined) return null;
  const { user, createdOn, message, commitSha } = named;
  return (
    <span className="block">
      {user || 'Atrium'}, {formatDateTime(createdOn)}
      {commitSha !== null && (
        <>
          , commit <code className="font-mono text-xs">{commitSha.slice(0, 10)}</code>
        </>
      )}
      {message !== '' && `, “${message}”`}
    </span>
  );
}

function useNamedVersion({ serviceId, version }: BilledVersionProps) {
  const maySee = useRefusal(getNamedVersion) === undefined;
  return useQuery({ ...namedVersionQuery(serviceId, version), enabled: maySee }).data;
}
