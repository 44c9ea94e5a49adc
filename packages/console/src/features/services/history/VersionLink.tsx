import type { HistoryVersion } from '@atrium/contract/configuration/file-history';
import type { ReactNode } from 'react';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';

interface VersionLinkProps {
  serviceId: string;
  version: HistoryVersion;
}

/** Links to the changes of the version. The first one has none. */
export function VersionLink({
  serviceId,
  version: { version, parent, message },
}: VersionLinkProps): ReactNode {
  if (parent === null) return version;
  return (
    <AppLink
      href={paths.service(serviceId, { tab: 'versions', changes: `${parent}-${version}` })}
      className="link"
      title={message}
    >
      {version}
    </AppLink>
  );
}
