import { consolePaths } from '@atrium/contract/console-paths';
import type { Accounts } from '../accounts/accounts.ts';
import { findCaller } from '../accounts/people/caller.ts';
import type { Store } from '../database/schema.ts';
import type { JobHandler } from '../jobs/define-job.ts';
import { deleteNotifications } from './channel.repository.ts';
import { Channels } from './channel.service.ts';
import { type MeasureParts, measureJobs } from './measure.job.ts';
import { NotificationMails } from './notification-mail.service.ts';
import { type TellParts, tellJobs } from './tell.job.ts';

type ChannelParts = Omit<ConstructorParameters<typeof Channels>[0], 'people' | 'settingsUrl'>;

interface Parts extends ChannelParts, Omit<TellParts, 'findActor'>, Omit<MeasureParts, 'people'> {
  outbox: ChannelParts['outbox'];
  accounts: Pick<Accounts, 'people' | 'permissions'>;
}

/** Notifications: their channels, and the jobs that tell them. */
export interface Notifying {
  channels: Channels;
  mails: NotificationMails;
  jobs: JobHandler[];
  /** Deletes the data of a closed domain. */
  deleteDomain(transaction: Store, domainId: string): Promise<void>;
}

export function createNotifying(parts: Parts): Notifying {
  const { db, accounts, publicUrl } = parts;
  const { people, permissions } = accounts;
  const findActor = (userId: string) => findCaller({ db, permissions }, userId);
  return {
    channels: new Channels({
      ...parts,
      people,
      settingsUrl: (scope) =>
        `${publicUrl.get()}${consolePaths.notifications(scope === 'own' ? { of: 'me' } : {})}`,
    }),
    mails: new NotificationMails({ people }),
    jobs: [...tellJobs({ ...parts, findActor }), ...measureJobs({ ...parts, people })],
    deleteDomain: deleteNotifications,
  };
}
