import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import type { NeededPermission } from '../permissions.ts';
import { isTimeZone } from '../time-zone.ts';
import { REASON_NAMES } from './reasons.ts';

const tag = 'notifications';

const Reason = z.enum(REASON_NAMES);

/** Subject of a delivery: a reason, several notifications that were held back, or a test by a person. */
export const DeliverySubject = z.enum([...REASON_NAMES, 'digest', 'test']);
export type DeliverySubject = z.infer<typeof DeliverySubject>;

export const Delivery = z.object({
  /** The id of the message, which is the same at each try. */
  id: z.string(),
  subject: DeliverySubject,
  /** The test run that it is about. */
  runId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** WAITING: for its first try, or for the next one. */
  status: z.enum(['WAITING', 'DELIVERED', 'FAILED']),
  tries: z.int(),
  lastTryAt: z.iso.datetime().nullable(),
  /** Latest response of the receiver. */
  statusCode: z.int().nullable(),
  /** Why the last try failed. */
  error: z.string().nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

/** Rhythm in which the notifications of a channel are sent: each at once, or together every hour or every day. */
export const DigestRhythm = z.enum(['AT_ONCE', 'HOURLY', 'DAILY']);
export type DigestRhythm = z.infer<typeof DigestRhythm>;

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time of day, such as 22:30.');

const TimeZone = z
  .string()
  .max(100, { abort: true })
  .refine(isTimeZone, 'Enter a time zone, such as Europe/Vienna.');

const Timing = z.object({
  digest: DigestRhythm,
  /** Time of a daily digest. */
  digestAt: TimeOfDay,
  hasQuietHours: z.boolean(),
  /** Notifications of these hours are sent together at their end. */
  quietFrom: TimeOfDay,
  quietUntil: TimeOfDay,
  timeZone: TimeZone,
});

const Name = z.string().trim().min(1, 'Enter a name.').max(60, 'Use at most 60 characters.');

export const Channel = Timing.extend({
  id: z.string(),
  kind: z.enum(['EMAIL', 'WEBHOOK', 'SLACK', 'TEAMS', 'DISCORD']),
  name: z.string(),
  /** The address of a webhook or mailbox; of a chat only its host and last characters. */
  address: z.string(),
  createdAt: z.iso.datetime().nullable(),
  /** Username of the person who added it; empty if the account was deleted. */
  user: z.string(),
  /** Chosen reasons. Reasons without a threshold have null. */
  reasons: z.array(z.object({ reason: Reason, threshold: z.number().nullable() })),
  /** Newest first. */
  deliveries: z.array(Delivery),
});
export type Channel = z.infer<typeof Channel>;

export const AddChannel = z.object({
  kind: z.enum(['WEBHOOK', 'SLACK', 'TEAMS', 'DISCORD']),
  name: Name,
  address: z
    .url({ protocol: /^https?$/, error: 'Enter an address that begins with https://.' })
    .max(2000, { error: 'Use at most 2000 characters.', abort: true })
    .refine(
      (text) => !/^https?:\/\/[^/?#]*@/i.test(text),
      'The address must not contain a name or a password.',
    ),
});

export const SaveChannel = Timing.extend({ name: Name }).refine(
  ({ hasQuietHours, quietFrom, quietUntil }) => !hasQuietHours || quietFrom !== quietUntil,
  { path: ['quietUntil'], error: 'Enter another time than that at which they begin.' },
);

const ReasonParams = IdParams.extend({ reason: Reason });
const DeliveryParams = IdParams.extend({ deliveryId: z.uuid() });

/** The calls about channels, once for those of the domain and once for one's own. */
function endpointsOf<Scope extends 'domain' | 'own'>(
  scope: Scope,
  { whose, read, change }: { whose: string; read: NeededPermission; change: NeededPermission },
) {
  const base = `/console/v1/notifications/${scope}` as const;
  const changes = { access: 'AUTHENTICATED', permission: change, tag } as const;
  return {
    list: defineEndpoint({
      method: 'GET',
      path: base,
      access: 'AUTHENTICATED',
      permission: read,
      tag,
      summary: `List ${whose} channels of notifications, with their reasons and last deliveries`,
      response: z.object({
        channels: z.array(Channel),
        /** Usernames of the people of the domain who get e-mail. */
        mailed: z.array(z.string()),
      }),
    }),
    add: defineEndpoint({
      ...changes,
      method: 'POST',
      path: `${base}/channels`,
      isLasting: true,
      isResponseNeeded: true,
      // Not idempotent: a response that is kept for a repetition would keep the secret in clear.
      summary: `Add one of ${whose} channels; returns the secret of a webhook, this once`,
      body: AddChannel,
      response: z.object({ id: z.string(), secret: z.string().nullable() }),
      errors: ['conflict', 'unprocessable'],
    }),
    save: defineEndpoint({
      ...changes,
      method: 'PUT',
      path: `${base}/channels/{id}`,
      isLasting: true,
      summary: `Change the name, quiet hours and digest of one of ${whose} channels`,
      params: IdParams,
      body: SaveChannel,
      errors: ['notFound'],
    }),
    setReason: defineEndpoint({
      ...changes,
      method: 'PUT',
      path: `${base}/channels/{id}/reasons/{reason}`,
      isLasting: true,
      summary: `Choose whether one of ${whose} channels is notified for a reason, and from which threshold`,
      params: ReasonParams,
      body: z.object({ isOn: z.boolean(), threshold: z.number().nullable().default(null) }),
      errors: ['notFound', 'unprocessable'],
    }),
    delete: defineEndpoint({
      ...changes,
      method: 'DELETE',
      path: `${base}/channels/{id}`,
      summary: `Delete one of ${whose} channels; what waits for it is no longer sent`,
      params: IdParams,
      errors: ['notFound'],
    }),
    try: defineEndpoint({
      ...changes,
      method: 'POST',
      path: `${base}/channels/{id}/try`,
      summary: `Send one of ${whose} channels a message to try it`,
      idempotent: true,
      params: IdParams,
      response: Delivery,
      errors: ['notFound', 'unprocessable'],
    }),
    sendAgain: defineEndpoint({
      ...changes,
      method: 'POST',
      path: `${base}/channels/{id}/deliveries/{deliveryId}/again`,
      summary: `Send a delivery of one of ${whose} channels again, with the same id`,
      idempotent: true,
      params: DeliveryParams,
      response: Delivery,
      errors: ['notFound', 'conflict'],
    }),
  };
}

export const domainChannels = endpointsOf('domain', {
  whose: 'the domain’s',
  read: 'tests.read',
  change: 'tests.run',
});

export const ownChannels = endpointsOf('own', { whose: 'one’s own', read: 'none', change: 'none' });
