import { useState } from 'react';
import { formatDate } from '../../lib/format-date.ts';
import { Badge } from '../../ui/Badge.tsx';

/** That someone has not accepted their invitation yet, and until when they can. */
export function InvitationEnd({ endsOn }: { endsOn: string | null | undefined }) {
  const [now] = useState(() => Date.now());
  return (
    <>
      <Badge tone="note">Invited</Badge>
      {endsOn && (
        <span className="block text-xs font-normal text-ink-soft">
          The invitation {Date.parse(endsOn) > now ? 'expires' : 'expired'} on {formatDate(endsOn)}
        </span>
      )}
    </>
  );
}
