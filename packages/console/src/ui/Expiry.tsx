import { formatDate } from '../lib/format-date.ts';
import { Badge } from './Badge.tsx';

/** The day on which a key expires, or that it has expired. */
export function Expiry({ on, now }: { on: string | null; now: Date }) {
  if (on === null) return 'never';
  return new Date(on) > now ? formatDate(on) : <Badge tone="danger">Expired</Badge>;
}
