import type { SubmitEventHandler } from 'react';

/** Props required to render a form. Created by `useEndpointForm`. */
export interface FormState {
  submit: SubmitEventHandler<HTMLFormElement>;
  /** Sent, and waiting for the response. */
  isBusy: boolean;
  /** Error of the last attempt. */
  error: Error | null;
  dismissError: () => void;
  /** True if the form has changes that are neither saved nor being saved. */
  hasUnsaved: () => boolean;
}
