import { formatDate } from '../lib/format-date.ts';
import { Badge } from './Badge.tsx';

/** Expiry date of a key; a badge once it has expired. */
export function Expiry({ on, now }: { on: string | null; now: Date }) {
  if (on === null) return 'never';
  return new Date(on) > now ? formatDate(on) : <Badge tone="danger">Expired</Badge>;
}
