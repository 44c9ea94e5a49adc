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

/** Leads to what a version changed. One that is no longer kept, or that one may not see, is a number only. */
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

/** Who made a version, when, from which commit, and why. */
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
