import { getNotices } from '@atrium/contract/test-runs/notices';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { Help } from '../../../layout/Help.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { DeliveriesCard } from './DeliveriesCard.tsx';
import { deliveryPollMs } from './delivery-poll.ts';
import { NoticeMailCard } from './NoticeMailCard.tsx';
import { WebhooksCard } from './WebhooksCard.tsx';

/** Recipients of notices about first failures and recoveries, with delivery results. */
export function NoticesView() {
  const notices = useQuery({
    ...endpointQuery(getNotices, {}),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => deliveryPollMs(data?.webhooks ?? []),
  });
  return (
    <QueryPanel query={notices} skeleton={<Skeleton lines={6} label="Loading the notices" />}>
      {({ isMailed, mailed }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <p className="max-w-prose text-ink-soft">
            <Help topic="notices" />
          </p>
          <p className="max-w-prose text-sm text-ink-soft">
            Timetabled runs of some services are compared with earlier runs of the same services. While a
            service cannot list its tests, failures are reported, but recovery is not. Runs of selected tests,
            canceled runs and failures in quarantine send no notices.
          </p>
          <NoticeMailCard isMailed={isMailed} mailed={mailed} />
          <WebhooksCard notices={notices} />
          <DeliveriesCard notices={notices} />
        </div>
      )}
    </QueryPanel>
  );
}
