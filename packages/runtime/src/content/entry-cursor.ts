import { UnprocessableError } from '@atrium/host/errors';
import { z } from 'zod';

/** Start of a page: after or before an entry of an order, or at the order's end. */
const Cursor = z.union([
  z.strictObject({ side: z.enum(['after', 'before']), id: z.string(), key: z.unknown().optional() }),
  z.strictObject({ side: z.literal('end') }),
]);

export type Cursor = z.infer<typeof Cursor>;

interface Order {
  sortBy?: string | undefined;
  descending: boolean;
}

const nameOf = ({ sortBy, descending }: Order) => JSON.stringify([sortBy ?? null, descending]);

export function writeCursor(order: Order, cursor: Cursor): string {
  return Buffer.from(JSON.stringify([nameOf(order), cursor])).toString('base64url');
}

/** Refuses a cursor that no page of this order returned. */
export function readCursor(order: Order, text: string): Cursor {
  try {
    const [name, cursor] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (name === nameOf(order)) return Cursor.parse(cursor);
  } catch {
    // Not one of ours.
  }
  throw new UnprocessableError(
    'The cursor is not one of this order. Use one that a page with the same "sortBy" and "descending" returned.',
  );
}
