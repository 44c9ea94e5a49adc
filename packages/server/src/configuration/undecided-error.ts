import { UnavailableError } from '@atrium/host/errors';

/** Nothing shows yet what became of resumable work: another process, or a job, continues with it. */
export class UndecidedError extends UnavailableError {}
