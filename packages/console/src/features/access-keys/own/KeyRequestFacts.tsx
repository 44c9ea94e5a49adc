import type { KeyRequest } from '@atrium/contract/access-keys/key-request-fields';
import { formatDateTime } from '../../../lib/format-date.ts';

interface KeyRequestFactsProps {
  code: string;
  request: KeyRequest;
  username: string;
}

/** What the person compares with their device before they allow it. */
export function KeyRequestFacts({ code, request, username }: KeyRequestFactsProps) {
  const { label, address, createdOn, keyDays } = request;
  return (
    <>
      <p>
        <strong className="break-words">{label}</strong> asks to act as{' '}
        <strong className="break-words">{username}</strong>. Check that it shows this code:
      </p>
      <p className="mt-2 mb-4 font-mono text-2xl font-semibold">{code.toUpperCase()}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <dt className="text-ink-soft">Requested from</dt>
        <dd className="min-w-0 break-words">{address}</dd>
        <dt className="text-ink-soft">Requested at</dt>
        <dd>{formatDateTime(createdOn)}</dd>
        <dt className="text-ink-soft">Valid for</dt>
        <dd>{keyDays} days; you can delete its access key at any time</dd>
      </dl>
    </>
  );
}
