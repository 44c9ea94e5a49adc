import type { EntryChange } from '@atrium/contract/service-api/functions/content-entry';
import { useUserNames } from '../../../layout/use-user-names.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';

/** Time and author of an entry's last change, with a link to the logged call of a function. */
export function ChangedBy({ change }: { change: EntryChange | null | undefined }) {
  const nameOf = useUserNames();
  if (!change) return null;
  const { changedOn, userId, isSeed, call } = change;
  return (
    <>
      <span className="block md:whitespace-nowrap">{formatDateTime(changedOn)}</span>
      <span className="block text-ink-soft">
        {call ? (
          <AppLink
            className="link wrap-anywhere"
            href={paths.service(call.serviceId, { tab: 'logs', call: call.id })}
          >
            {call.function}
          </AppLink>
        ) : isSeed ? (
          'Seed file'
        ) : userId === null ? (
          'Not recorded'
        ) : (
          (nameOf(userId) ?? 'Someone of your domain')
        )}
      </span>
    </>
  );
}
