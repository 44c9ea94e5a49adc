import type { SubmitEventHandler } from 'react';

/** What a form needs in order to be shown. Created by `useEndpointForm`. */
export interface FormState {
  submit: SubmitEventHandler<HTMLFormElement>;
  /** Sent, and waiting for the response. */
  isBusy: boolean;
  /** Why the last attempt failed. */
  error: Error | null;
  dismissError: () => void;
  /** Whether something was typed that is neither saved nor being saved. */
  hasUnsaved: () => boolean;
}
