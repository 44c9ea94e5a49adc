import { getNamedVersion } from '@atrium/contract/configuration/versions';
import type { ChangeSearch } from '@atrium/contract/test-runs/change-search';
import { useQuery } from '@tanstack/react-query';
import { useRefusal } from '../../api/use-refusal.ts';
import { useServiceName } from '../../layout/use-service-name.ts';
import { namedVersionQuery } from '../../layout/version.queries.ts';
import { formatDayMonthYearTime } from '../../lib/format-date.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';

/** The version that broke a test: whose it is, and what it changed. */
export function FoundChange({ found }: { found: NonNullable<ChangeSearch['found']> }) {
  const { serviceId, version, before, ranBefore, isConfirmed } = found;
  const nameOf = useServiceName();
  const maySee = useRefusal(getNamedVersion) === undefined;
  const named = useQuery({ ...namedVersionQuery(serviceId, version), enabled: maySee }).data;
  return (
    <>
      <p>
        <strong>
          Version {version} of {nameOf(serviceId)} broke it
        </strong>
        {named && `: ${[named.user, formatDayMonthYearTime(named.createdOn)].filter(Boolean).join(', ')}`}
        {named?.commitSha && (
          <>
            , commit <code className="font-mono text-xs">{named.commitSha.slice(0, 10)}</code>
          </>
        )}
        {named?.message && `, “${named.message}”`}.{' '}
        {ranBefore ? `It passes with version ${before}.` : `With version ${before} the test did not run.`}
        {!isConfirmed && ' Each was tried once.'}
      </p>
      {maySee && (
        <AppLink
          className="link"
          href={paths.service(serviceId, { tab: 'versions', changes: `${before}-${version}` })}
        >
          What version {version} changed
        </AppLink>
      )}
    </>
  );
}
