import { z } from 'zod';

/** PostgreSQL's limit is 8,000 bytes for the whole message. */
const MAX_PAYLOAD_BYTES = 7_900;

const Message = z.object({
  domainId: z.string().nullable(),
  userId: z.string().optional(),
  type: z.string(),
  data: z.unknown(),
});
export type Message = z.infer<typeof Message>;

/** Throws for an event that is larger than a notification may be. */
export function writeMessage(message: Message): string {
  const payload = JSON.stringify(message);
  if (Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES) return payload;
  throw new RangeError(
    `the event ${message.type} is too large: send ids, and let the reader ask for the rest`,
  );
}

export function readMessage(payload: string): Message {
  return Message.parse(JSON.parse(payload));
}

/** Whether a user of a domain may hear of it. */
export function concerns(
  message: Message,
  { domainId, userId }: { domainId: string; userId: string },
): boolean {
  if (message.domainId !== null && message.domainId !== domainId) return false;
  return message.userId === undefined || message.userId === userId;
}
