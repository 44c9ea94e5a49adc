import { z } from 'zod';

/** Figures that the services process prints every few seconds, as a line of JSON. */
const Line = z.object({
  figures: z.object({
    sandbox: z.object({ running: z.int(), waiting: z.int(), killed: z.int() }),
    pool: z.object({ total: z.int(), idle: z.int(), waiting: z.int() }).optional(),
    isListening: z.boolean(),
    slowProcess: z.object({ isRunning: z.boolean(), calls: z.int(), openCalls: z.int(), faults: z.int() }),
    requests: z.array(
      z.object({
        method: z.string(),
        route: z.string(),
        status: z.int(),
        requests: z.int(),
        seconds: z.number(),
      }),
    ),
  }),
});
export type ServicesFigures = z.infer<typeof Line>['figures'];

/** Undefined for a line that says something else. */
export function readServicesFigures(line: string): ServicesFigures | undefined {
  try {
    return Line.parse(JSON.parse(line)).figures;
  } catch {
    return undefined;
  }
}
