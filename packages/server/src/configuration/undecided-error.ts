import { UnavailableError } from '@atrium/host/errors';

/** Nothing shows yet what became of resumable work: another process, or a job, continues with it. */
export class UndecidedError extends UnavailableError {}

/** Another process has taken over the operation, so writes of this one are refused. */
export class SupersededError extends UnavailableError {
  constructor() {
    super('Another process has taken this over. Look at its outcome before you try again.');
  }
}
