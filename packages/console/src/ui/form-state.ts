import type { SubmitEventHandler } from 'react';

/** Props required to render a form. Created by `useEndpointForm`. */
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
