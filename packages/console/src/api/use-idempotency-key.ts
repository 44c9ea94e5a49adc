import { useRef, useState } from 'react';
import { isOutcomeUnknown } from './is-outcome-unknown.ts';

/**
 * Returns the same key as long as the body is the same: a write whose response was lost can be sent again and counts
 * once.
 */
export function useIdempotencyKey(): (body: object) => string {
  const last = useRef<{ body: string; key: string }>(undefined);
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current?.body !== text) last.current = { body: text, key: crypto.randomUUID() };
    return last.current.key;
  };
}

/**
 * Idempotency keys for several parallel writes, each of which may be repeated. A key is kept until its write is
 * answered, even with a refusal.
 */
export function useIdempotencyKeys() {
  const [unanswered] = useState(() => new Map<string, { body: string; key: string }>());
  return async <Returned>(
    name: string,
    body: object,
    write: (key: string) => Promise<Returned>,
    isUnknown: (error: unknown) => boolean = isOutcomeUnknown,
  ): Promise<Returned> => {
    const text = JSON.stringify(body);
    const last = unanswered.get(name);
    const key = last?.body === text ? last.key : crypto.randomUUID();
    unanswered.set(name, { body: text, key });
    try {
      const answer = await write(key);
      unanswered.delete(name);
      return answer;
    } catch (error) {
      if (!isUnknown(error)) unanswered.delete(name);
      throw error;
    }
  };
}
