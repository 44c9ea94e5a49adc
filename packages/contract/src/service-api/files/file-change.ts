import { z } from 'zod';

/** Difference between a file of the remote and the live configuration. */
export const DiffType = z.enum(['NEW', 'DELETED', 'CHANGED', 'MOVED', 'NO_CHANGE']);
export type DiffType = z.infer<typeof DiffType>;

/** Action for one file. */
export const Choice = z.enum(['remote', 'local', 'delete', 'merge-local', 'merge-remote']);
export type Choice = z.infer<typeof Choice>;
