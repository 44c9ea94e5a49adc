import { z } from 'zod';

/** Kinds of setting values, each with a description of the valid values. */

export function text(description: string) {
  return z.string().trim().min(1).describe(description);
}

export function port() {
  return whole(0, 65_535, 'a number');
}

export function whole(least: number, most: number, what: string) {
  return z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most)
    .describe(`${what} from ${least} to ${most}`);
}

export function secretKey() {
  return z
    .string()
    .trim()
    .regex(/^[\w+/-]{43}=?$/)
    .describe('32 random bytes in base64 (the output of "openssl rand -base64 32")')
    .optional();
}

export function url(protocols: string[], description: string) {
  return z
    .string()
    .trim()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), { abort: true })
    .describe(description);
}

/** Settings whose values must not be shown, not even wrong ones. */
const SECRET = /PASSWORD|SECRET|TOKEN|HEADERS|^DATABASE_(DIRECT_)?URL$|^SMTP_URL$/;
/** The same of any address with a password in it. */
const WITH_PASSWORD = /:\/\/[^/]*@/;

/** Describes the errors of the settings in one sentence. */
export function sentenceFor(
  issue: z.core.$ZodIssue | undefined,
  given: Record<string, string | undefined>,
  shape: Record<string, { unwrap: () => { description?: string | undefined } }>,
): string {
  const name = String(issue?.path[0] ?? '');
  if (!name) return issue?.message ?? 'The settings are wrong.';
  const isSecret = SECRET.test(name) || WITH_PASSWORD.test(given[name] ?? '');
  const shown = isSecret ? 'The value of this setting' : `"${given[name]}"`;
  // Every setting is optional or has a default around the schema that describes it.
  return `${name} must be ${shape[name]?.unwrap().description ?? 'different'}. ${shown} is not.`;
}
