import type { Caller } from './calls.ts';
import type { SessionEvents } from './session-events.ts';
import type { TabChannel } from './tab-channel.ts';

/** A value that outlives the page, without any secret. */
export interface Reminder {
  isSet(): boolean;
  set(isSet: boolean): void;
}

export interface SessionParts {
  call: Caller;
  tabs: TabChannel;
  /** A refresh cookie is to be expected. */
  hint: Reminder;
  /** The cookie's session is to be ended before anything else is done with it. */
  farewell: Reminder;
  /** Runs one task at a time over all tabs: two tabs with one refresh token would look like a thief. */
  alone: <Returned>(task: () => Promise<Returned>) => Promise<Returned>;
  wait: (ms: number) => Promise<void>;
  /** Goes to a page elsewhere. */
  leaveTo: (url: string) => void;
  emit: <Name extends keyof SessionEvents>(name: Name, detail: SessionEvents[Name]) => void;
}
