import type { ChannelKindName } from '@atrium/contract/notifications/reasons';
import type { Content } from './facts.ts';

const TEXT = 'This is a test. Nothing has happened in your domain.';

/** Payload of a message that a person sends to try a channel. */
export function testContent(kind: ChannelKindName, settingsUrl: string, now: Date): object {
  const at = now.toISOString();
  if (kind === 'WEBHOOK') return { type: 'notification.test', timestamp: at, data: { message: TEXT } };
  const content: Content = {
    told: [
      {
        type: 'notification.test',
        title: 'Test of a notification',
        text: TEXT,
        tone: 'neutral',
        data: {},
        at,
        link: { label: 'Show notifications', url: settingsUrl },
        lastSubmission: null,
      },
    ],
    more: 0,
    settingsUrl,
  };
  return content;
}
