import { getServicePage } from '@atrium/contract/access-keys/page-grant';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { PageSkeleton } from '../../../ui/PageSkeleton.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { PageFrame } from './PageFrame.tsx';

/** The pages that a service has of its own. */
export function ServicePagesPage() {
  const { serviceId = '' }: { serviceId?: string } = useParams({ strict: false });
  const page = useQuery(endpointQuery(getServicePage, { params: { serviceId } }));
  return (
    <QueryPanel
      query={page}
      skeleton={<PageSkeleton label="Loading the pages" hasHeading cards={['h-96']} />}
    >
      {(found) => (
        <>
          <PageHeader
            title={`Pages of ${found.name}`}
            description={
              found.isTrusted
                ? 'The operator trusts these pages like the console. They open by themselves.'
                : 'These pages are run by someone else and can do nothing here that you do not allow. Never enter a password in them.'
            }
          />
          {found.isTrusted ? (
            <a href={found.uri} className={buttonClass('primary')}>
              Open the pages
            </a>
          ) : (
            <PageFrame key={found.uri} page={found} />
          )}
        </>
      )}
    </QueryPanel>
  );
}
