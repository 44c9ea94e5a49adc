import { diffVersions } from '@atrium/contract/service-api/versions/version-changes';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { useRefusal } from '../../../api/use-refusal.ts';
import { useServiceName } from '../../../layout/use-service-name.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';

/** Services whose configuration changed between two runs, each with its changes. */
export function VersionsBetween({ before, after }: { before: TestRun; after: TestRun }) {
  const nameOf = useServiceName();
  const maySee = useRefusal(diffVersions) === undefined;
  const known = after.servicesTests.flatMap(({ serviceId, version }) => {
    const from = before.servicesTests.find((one) => one.serviceId === serviceId)?.version ?? null;
    return from === null || version === null ? [] : [{ serviceId, from, to: version }];
  });
  const moved = known.filter(({ from, to }) => from !== to);
  if (before.isCandidate || after.isCandidate)
    return (
      <p>
        {before.isCandidate && after.isCandidate ? 'Both' : 'One of them'} tested a merge that was not live.
      </p>
    );
  if (known.length === 0) return <p>No service has a known version in both runs.</p>;
  if (moved.length === 0) return <p>Both ran against the same versions.</p>;
  return (
    <ul>
      {moved.map(({ serviceId, from, to }) => {
        const text = `${nameOf(serviceId)}: version ${from} to ${to}`;
        const changes = `${Math.min(from, to)}-${Math.max(from, to)}`;
        return (
          <li key={serviceId}>
            {maySee ? (
              <AppLink className="link" href={paths.service(serviceId, { tab: 'versions', changes })}>
                {text}
              </AppLink>
            ) : (
              text
            )}
          </li>
        );
      })}
    </ul>
  );
}
