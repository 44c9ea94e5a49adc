import { z } from 'zod';

/** Measured unit: calls, bytes of memory, or milliseconds. */
export const Measure = z.enum(['COUNTER', 'MEMORY', 'TIMER'], 'Measure must be COUNTER, MEMORY or TIMER.');
export type Measure = z.infer<typeof Measure>;
