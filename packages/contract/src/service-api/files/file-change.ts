import { z } from 'zod';

/** How a file of the remote compares with the live configuration. */
export const DiffType = z.enum(['NEW', 'DELETED', 'CHANGED', 'MOVED', 'NO_CHANGE']);
export type DiffType = z.infer<typeof DiffType>;

/** What is to be done with one file. */
export const Choice = z.enum(['remote', 'local', 'delete', 'merge-local', 'merge-remote']);
export type Choice = z.infer<typeof Choice>;
