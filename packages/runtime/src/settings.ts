import { createInterface } from 'node:readline';
import { z } from 'zod';

/** What the process is given as one line of JSON on its standard input: never on the command line or in the environment. */
export const Settings = z.object({
  host: z.string().default('127.0.0.1'),
  /** 0 takes any free port. */
  port: z.int().min(0).max(65_535),
  databaseConnection: z.record(z.string(), z.unknown()),
  /** Public keys of the platform, to verify service tokens. */
  jwksUrl: z.url(),
  platformUrl: z.url(),
  services: z
    .array(
      z.object({
        id: z.string().min(1),
        accessKeyId: z.string().min(1),
        privateJwk: z.record(z.string(), z.unknown()),
      }),
    )
    .min(1),
  logLevel: z.string().default('info'),
  /** Where usage is kept until it is shipped; processes of one machine may share it. */
  usageFolder: z.string().optional(),
});
export type Settings = z.infer<typeof Settings>;

/** Reads the line, and calls back when the stream ends: then the process that started us is gone. */
export async function readSettings(onParentGone: () => void): Promise<Settings> {
  const lines = createInterface({ input: process.stdin });
  const line = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    lines.once('close', () => reject(new Error('The settings did not arrive on the standard input.')));
  });
  lines.once('close', onParentGone);
  return Settings.parse(JSON.parse(line));
}
