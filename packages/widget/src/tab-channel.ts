import type { SignedInResponse } from '@atrium/contract/accounts/sign-in';
import type { User } from '@atrium/contract/accounts/user';

/** Messages between tabs. Only pages of the same origin can listen. */
export type TabMessage =
  | { kind: 'granted'; answer: SignedInResponse }
  | { kind: 'user'; user: User }
  | { kind: 'denied' };

export interface TabChannel {
  send(message: TabMessage): void;
  listen(listener: (message: TabMessage) => void): void;
}

/** The open tabs of one platform; silent where the browser has no such channel. */
export function openTabChannel(name: string): TabChannel {
  if (typeof BroadcastChannel === 'undefined') return { send: () => undefined, listen: () => undefined };
  const channel = new BroadcastChannel(name);
  return {
    send: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.onmessage = (event: MessageEvent<TabMessage>) => listener(event.data);
    },
  };
}
