import { UnavailableError } from '@atrium/host/errors';

/** Nothing shows yet what became of resumable work: another process, or a job, continues with it. */
export class UndecidedError extends UnavailableError {}

/** Another process has taken over what this one was doing: nothing that this one does counts any more. */
export class SupersededError extends UnavailableError {
  constructor() {
    super('Another process has taken this over. Look at its outcome before you try again.');
  }
}
