import { useRef } from 'react';

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
