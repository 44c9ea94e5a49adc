import { createInterface } from 'node:readline';
import { LOG_DAYS } from '@atrium/contract/service-api/functions/invocations';
import { z } from 'zod';

const AccessKeys = z
  .array(
    z.object({
      id: z.string().min(1),
      accessKeyId: z.string().min(1),
      privateJwk: z.record(z.string(), z.unknown()),
    }),
  )
  .min(1);

/** Settings of the process: one line of JSON on standard input, never arguments or environment variables. */
export const Settings = z.object({
  host: z.string().default('127.0.0.1'),
  /** 0 takes any free port. */
  port: z.int().min(0).max(65_535),
  databaseConnection: z.record(z.string(), z.unknown()),
  /** Past a pooler, to listen and to migrate. */
  directConnection: z.record(z.string(), z.unknown()).optional(),
  /** Public keys of the platform, to verify service tokens. */
  jwksUrl: z.url(),
  platformUrl: z.url(),
  services: AccessKeys,
  /** Under which secrets and variables of functions are encrypted; without it none can be set or read. */
  valueKey: z.string().optional(),
  /** Whether functions may reach private addresses. */
  fetchAllowPrivate: z.boolean().default(false),
  logLevel: z.string().default('info'),
  logFormat: z.enum(['text', 'json']).default('json'),
  /** Folder of usage that is not shipped yet; processes of one machine may share it. */
  usageFolder: z.string().optional(),
  /** Retention of logged calls. */
  callLogDays: z.int().min(1).max(LOG_DAYS).default(LOG_DAYS),
  /** Grace period for new requests after the stop signal. */
  drainMs: z.int().min(0).default(0),
  /** File with certificates that are trusted besides the usual ones. */
  extraCertificates: z.string().optional(),
  /** Trace endpoint, and the sampling rate for traces that the platform doesn't decide. */
  tracing: z
    .object({
      endpoint: z.url(),
      headers: z.record(z.string(), z.string()),
      ratio: z.number().min(0).max(1),
      version: z.string(),
    })
    .optional(),
});
export type Settings = z.infer<typeof Settings>;

interface SettingsListeners {
  /** The process that started us is gone: the stream has ended. */
  onParentGone: () => void;
  /** Callers already know the address: the line is empty. */
  onKnown?: () => void;
  /** The services sign with these from now on: there is a line with them. */
  onAccessKeys?: (keys: z.output<typeof AccessKeys>) => void;
  /** The platform signs with these, and with no others. */
  onSigningKeys?: (keys: z.output<typeof SigningKeys>) => void;
}

const SigningKeys = z.array(z.object({ kid: z.string(), kty: z.string() }).loose());

const Exchanged = z.object({ accessKeys: AccessKeys.optional(), signingKeys: SigningKeys.optional() });

/** Reads the first line, and calls back for later ones. */
export async function readSettings({
  onParentGone,
  onKnown,
  onAccessKeys,
  onSigningKeys,
}: SettingsListeners): Promise<Settings> {
  const lines = createInterface({ input: process.stdin });
  const line = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    lines.once('close', () => reject(new Error('The settings did not arrive on the standard input.')));
  });
  lines.once('close', onParentGone);
  lines.on('line', (later) => {
    if (later === '') return onKnown?.();
    const { accessKeys, signingKeys } = Exchanged.parse(JSON.parse(later));
    if (accessKeys) onAccessKeys?.(accessKeys);
    if (signingKeys) onSigningKeys?.(signingKeys);
  });
  return Settings.parse(JSON.parse(line));
}
