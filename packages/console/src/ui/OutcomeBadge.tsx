import type { ReactNode } from 'react';
import { Badge } from './Badge.tsx';
import { CircleX } from './icons.ts';
import { CircleCheck } from './message-icons.ts';

/** Outcome of a test or run: failed is red and passed green everywhere, each with its icon. */
export function OutcomeBadge({ hasFailed, children }: { hasFailed: boolean; children: ReactNode }) {
  const Icon = hasFailed ? CircleX : CircleCheck;
  return (
    <Badge tone={hasFailed ? 'danger' : 'ok'} icon={<Icon aria-hidden size={14} />}>
      {children}
    </Badge>
  );
}
