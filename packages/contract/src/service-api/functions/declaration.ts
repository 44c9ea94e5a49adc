import { z } from 'zod';
import { isTimeZone } from '../../time-zone.ts';
import { isPlainObject, type PlainValue } from '../files/plain-value.ts';
import { EventName } from './events.ts';

export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Longest `timeout` of a function, in seconds; calls that a person or an address waits for end earlier. */
export const MAX_TIMEOUT_SECONDS = 300;
export const MEMORY_MIB = { least: 32, most: 128 } as const;

const MAX_LIST = 50;

/** Name of a secret or a variable. */
export const ValueName = z
  .string('must be a text')
  .max(100, { error: 'has at most 100 characters', abort: true })
  .regex(/^[A-Z][A-Z0-9_]*$/, 'must consist of capital letters, digits and _, such as STRIPE_KEY');

const ValueNames = z
  .array(ValueName, 'must be a list of names')
  .max(MAX_LIST, `has at most ${MAX_LIST} names`)
  .default([]);

/** `/orders/{id}`: constant parts and parameters, each of which is one whole part. */
const HttpPath = z
  .string('must be a text such as /hooks/stripe')
  .max(200, { error: 'has at most 200 characters', abort: true })
  .regex(
    /^(?:\/(?:[A-Za-z0-9._~-]+|\{[A-Za-z][A-Za-z0-9]*\}))+$/,
    'must begin with / and consist of parts of letters, digits and . _ ~ -, or parameters such as {id}',
  )
  .refine(
    (path) => !path.split('/').some((part) => part === '.' || part === '..'),
    'must not contain . or ..',
  )
  .refine((path) => {
    const names = path.match(/\{\w+\}/g) ?? [];
    return new Set(names).size === names.length;
  }, 'names a parameter twice');

const Origin = z
  .string('must be a text such as https://shop.example')
  .max(300, { error: 'has at most 300 characters', abort: true })
  .regex(
    /^(?:\*|https?:\/\/[a-z0-9.-]+(?::\d{1,5})?)$/,
    'must be an origin such as https://shop.example, or *',
  );

/** How the signature of a request is checked before the function starts. */
const Verify = z.discriminatedUnion(
  'scheme',
  [
    z.strictObject({ scheme: z.literal('stripe'), secret: ValueName }),
    z.strictObject({ scheme: z.literal('github'), secret: ValueName }),
    z.strictObject({ scheme: z.literal('standard-webhooks'), secret: ValueName }),
    z.strictObject({
      scheme: z.literal('hmac'),
      secret: ValueName,
      /** Header with the HMAC of the body. */
      header: z
        .string('must be the name of a header')
        .max(100, { error: 'has at most 100 characters', abort: true })
        .regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header'),
      encoding: z.enum(['hex', 'base64'], 'must be hex or base64').default('hex'),
      hash: z.enum(['sha256', 'sha512'], 'must be sha256 or sha512').default('sha256'),
    }),
  ],
  'needs a scheme: stripe, github, standard-webhooks or hmac',
);

const Http = z.strictObject({
  path: HttpPath,
  methods: z
    .array(z.enum(HTTP_METHODS, `must be one of ${HTTP_METHODS.join(', ')}`), 'must be a list of methods')
    .min(1, 'names no method')
    .max(HTTP_METHODS.length, 'names a method twice')
    .default(['POST']),
  /** Callers that are let in: everybody, holders of an API key of the domain, or people who are signed in. */
  access: z.enum(['public', 'key', 'user'], 'must be public, key or user'),
  cors: z
    .array(Origin, 'must be a list of origins')
    .max(MAX_LIST, `has at most ${MAX_LIST} origins`)
    .default([]),
  verify: Verify.optional(),
});
export type HttpDeclaration = z.infer<typeof Http>;

/** Host that a function may reach; `*` stands for its first label. */
export const FetchHost = z
  .string('must be the name of a host')
  .max(253, { error: 'has at most 253 characters', abort: true })
  .regex(
    /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+(?::\d{1,5})?$|^(?:localhost|\d+\.\d+\.\d+\.\d+)(?::\d{1,5})?$/,
    'must be the name of a host in small letters, such as api.stripe.com or *.example.com, without https:// and path',
  );

const Schedule = z.strictObject({
  /** Five fields: minute, hour, day, month, weekday. */
  cron: z
    .string('must be a text such as 0 7 * * 1-5')
    .max(100, { error: 'has at most 100 characters', abort: true })
    .refine((cron) => cron.trim().split(/\s+/).length === 5, 'needs five fields, such as 0 7 * * 1-5'),
  timeZone: z
    .string('must be a text')
    .max(100, { error: 'has at most 100 characters', abort: true })
    .refine(isTimeZone, 'must be a time zone such as Europe/Vienna')
    .default('UTC'),
  input: z.unknown().optional(),
  /** Whether a run that was interrupted runs again. */
  retry: z.boolean('must be true or false').default(false),
  /** Ticks that were missed while the platform was down: run once, or not at all. */
  missed: z.enum(['run', 'skip'], 'must be run or skip').default('skip'),
});
export type ScheduleDeclaration = z.infer<typeof Schedule>;

/** Fields that decide about the times of a schedule. */
export const ScheduleTime = { cron: Schedule.shape.cron, timeZone: Schedule.shape.timeZone };

/** Fields of the metadata file of a function that declare its triggers, hosts and values. */
export const Declaration = z.object({
  http: Http.optional(),
  fetch: z
    .array(FetchHost, 'must be a list of hosts')
    .max(MAX_LIST, `has at most ${MAX_LIST} hosts`)
    .default([]),
  secrets: ValueNames,
  variables: ValueNames,
  schedule: z.array(Schedule, 'must be a list').max(10, 'has at most 10 times').default([]),
  on: z
    .array(EventName.or(z.string().regex(/^[\p{L}\p{N}_-]+(?:\.(?:[\p{L}\p{N}_-]+|\*))*(?:\.\*\*)?$/u)), {
      error: 'must be a list of events such as content.orders.inserted',
    })
    .max(MAX_LIST, `has at most ${MAX_LIST} events`)
    .default([]),
  /** Seconds of wall time. */
  timeout: z
    .int('must be a whole number of seconds')
    .min(1, 'must be 1 or more')
    .max(MAX_TIMEOUT_SECONDS, `must be ${MAX_TIMEOUT_SECONDS} or less`)
    .optional(),
  /** MiB. */
  memory: z
    .int('must be a whole number of MiB')
    .min(MEMORY_MIB.least, `must be ${MEMORY_MIB.least} or more`)
    .max(MEMORY_MIB.most, `must be ${MEMORY_MIB.most} or less`)
    .optional(),
});
export type Declaration = z.infer<typeof Declaration>;

/** Secrets that a function needs: those it gets, and the one that signatures of its requests are checked with. */
export function neededSecrets({ secrets, http }: Declaration): Set<string> {
  return new Set([...secrets, ...(http?.verify ? [http.verify.secret] : [])]);
}

export const DECLARATION_FIELDS = Object.keys(Declaration.shape);

/**
 * The declaration among the fields of a function's metadata file, or why it cannot be used; undefined where the function
 * declares nothing.
 */
export function parseDeclaration(
  fields: PlainValue | undefined,
): { declaration: Declaration } | { problem: string } | undefined {
  if (!isPlainObject(fields)) return undefined;
  if (!DECLARATION_FIELDS.some((name) => Object.hasOwn(fields, name))) return undefined;
  const parsed = Declaration.safeParse(fields);
  if (parsed.success) return { declaration: parsed.data };
  const [issue] = parsed.error.issues;
  const place = issue?.path.map(String).join('.') ?? '';
  const reason =
    issue?.code === 'unrecognized_keys' ? `does not know ${issue.keys.join(', ')}` : issue?.message;
  return { problem: `"${place}" ${reason ?? 'is not valid'}` };
}
