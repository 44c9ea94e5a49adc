import { ownedBy, type PersonTables } from '@atrium/host/database/person-tables';
import { sql } from 'kysely';
import type { NotificationsTables } from './notifications.tables.ts';

/** Personal data in notifications. */
export const notificationsPersonTables: PersonTables<NotificationsTables> = {
  notificationChannels: {
    list: 'notificationChannels',
    about: 'Channels of notifications that you added, and your e-mail among them.',
    whose: ownedBy('createdBy'),
    order: ['id'],
    except: { position: 'Its place in the list.', secret: 'A secret, encrypted.' },
  },
  notificationRules: {
    list: 'notificationRules',
    about: 'Reasons for which your own channels are notified.',
    whose: ({ domainId, userId }) => sql`channel_id in (
      select id from notification_channels where domain_id = ${domainId} and user_id = ${userId})`,
    order: ['channelId', 'reason'],
  },
  notifications: 'What happened in the domain.',
  heldNotifications: 'Which notifications of the domain wait to be sent.',
  notificationStates: 'Which thresholds of the domain are exceeded.',
};
