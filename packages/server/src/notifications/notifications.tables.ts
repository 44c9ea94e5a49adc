import type { DigestRhythm } from '@atrium/contract/notifications/channels';
import type { ChannelKindName, ReasonName } from '@atrium/contract/notifications/reasons';
import type { Sealed, Time } from '@atrium/host/database/columns';
import type { ColumnType } from 'kysely';
import type { Facts } from './facts.ts';

export interface NotificationsTables {
  notificationChannels: {
    /** Of the e-mail of a person: the id of the person. */
    id: string;
    domainId: string;
    /** Person to whom the channel belongs; null for those of the domain. */
    userId: string | null;
    /** Its place among the few that its owner may have; 0 for e-mail. */
    position: number;
    kind: ChannelKindName;
    name: string;
    /** Address of a webhook; of a chat its host and last characters; empty for e-mail. */
    address: string;
    /** Secret of a webhook, whole address of a chat; null for e-mail. */
    secret: Sealed | null;
    digest: DigestRhythm;
    /** Minute of the day. */
    digestMinute: number;
    /** Minutes of the day; null without quiet hours. */
    quietFrom: number | null;
    quietUntil: number | null;
    timeZone: string;
    createdBy: string;
    createdOn: Time;
  };
  notificationRules: {
    channelId: string;
    domainId: string;
    reason: ReasonName;
    threshold: number | null;
  };
  notifications: {
    id: string;
    domainId: string;
    /** One channel that is notified; null: all with a rule for the reason. */
    channelId: string | null;
    reason: ReasonName;
    /** Within the domain; a second notification with the same key is dropped. */
    key: string;
    /** Id of the record that it is about. */
    subjectId: string | null;
    facts: ColumnType<Facts, string, never>;
    createdOn: Time;
    /** Null until its messages are queued. */
    toldOn: Time | null;
  };
  /** Notifications that wait for the end of quiet hours, or for a digest. */
  heldNotifications: {
    channelId: string;
    notificationId: string;
    domainId: string;
    dueOn: Time;
  };
  /** Thresholds that are exceeded: each is told once, until it is no longer exceeded. */
  notificationStates: {
    channelId: string;
    domainId: string;
    reason: ReasonName;
    subject: string;
    since: Time;
  };
}
