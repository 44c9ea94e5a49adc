import type { DigestRhythm } from '@atrium/contract/notifications/channels';
import type { ChannelKindName, ReasonName } from '@atrium/contract/notifications/reasons';
import type { Sealed, Time } from '@atrium/host/database/columns';
import type { ColumnType } from 'kysely';

/** Facts of the area that notifies: no secrets, no text that functions or tests wrote. */
interface Facts {
  /** Type of the message to webhooks: `test-run.first-failure`. */
  type: string;
  title: string;
  text: string;
  tone: 'bad' | 'good' | 'neutral';
  action: {
    label: string;
    /** In the console, without its host. */
    path: string;
  };
  /** Service whose last submission is named; left out: the last one of the domain. */
  serviceId?: string | undefined;
  /** Data of the message to webhooks. */
  data: Record<string, unknown>;
}

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
