import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { knownFields } from '../known-fields.ts';
import { FunctionName } from '../service-api/functions/invocations.ts';

/** Most recipients of one mail. */
export const MAX_RECIPIENTS = 50;
/** Most bytes of all attachments of a mail. */
const MAX_ATTACHED_BYTES = 600 * 1024;

const Address = z
  .string('must be an e-mail address')
  .max(254, { error: 'is too long', abort: true })
  .regex(
    /^[^\s\p{C}"(),:;<>@[\\\]]+@[^\s\p{C}"(),:;<>@[\\\]]+\.[^\s\p{C}"(),:;<>@[\\\].]+$/u,
    'is no e-mail address',
  );

/** A text of one line: a line break would begin another header of the mail. */
const oneLine = (most: number) =>
  z
    .string('must be a text')
    .max(most, { error: `has at most ${most} characters`, abort: true })
    // oxlint-disable-next-line no-control-regex -- line breaks and other characters that end a header
    .regex(/^[^\u0000-\u001f\u007f\u2028\u2029]*$/u, 'must be one line');

const Attachment = z.strictObject({
  name: oneLine(200).min(1, 'must not be empty'),
  /** `text/csv` */
  type: oneLine(100).regex(/^[\w.+-]+\/[\w.+-]+$/, 'must be a type such as text/csv'),
  /** Text, or bytes as base64. */
  content: z.string('must be a text'),
  encoding: z.enum(['text', 'base64'], 'must be text or base64').default('text'),
});

/** A mail as functions send it. */
export const FunctionMail = z
  .strictObject({
    to: z
      .union([Address, z.array(Address)])
      .transform((to) => [...new Map([to].flat().map((each) => [each.toLowerCase(), each])).values()])
      .refine(
        (to) => to.length >= 1 && to.length <= MAX_RECIPIENTS,
        `must name 1 to ${MAX_RECIPIENTS} addresses`,
      ),
    subject: oneLine(500).min(1, 'must not be empty'),
    text: z.string('must be a text').max(200_000, 'has at most 200,000 characters').optional(),
    html: z.string('must be a text').max(200_000, 'has at most 200,000 characters').optional(),
    replyTo: Address.optional(),
    attachments: z.array(Attachment, 'must be a list').max(10, 'has at most 10 files').default([]),
  })
  .refine(({ text, html }) => text !== undefined || html !== undefined, 'needs a text or html')
  .refine(
    ({ attachments }) =>
      attachments.reduce((sum, { content }) => sum + content.length, 0) <= MAX_ATTACHED_BYTES,
    { path: ['attachments'], message: 'are larger than 600 KiB' },
  );
export type FunctionMail = z.output<typeof FunctionMail>;

/** A service passes on a mail that a function of a domain sends. */
export const sendFunctionMail = defineEndpoint({
  method: 'POST',
  path: '/console/v1/function-mails',
  access: 'SERVICE',
  tag: 'services',
  summary: 'Send a mail of a function; one with the same id is sent once',
  body: z.object({
    id: z.uuid(),
    domainId: z.uuid(),
    function: FunctionName,
    mail: FunctionMail,
  }),
  response: z.object({
    /** Recipients that get nothing, and why. */
    refused: z.array(z.object({ to: z.string(), reason: z.string() })),
  }),
  errors: ['notFound', 'unprocessable'],
});

/**
 * Delivery state: the mail server has not taken the mail yet, has taken it, or refuses it for good; the mail was not sent,
 * because its address is suppressed.
 */
export const FunctionMailState = z.enum(['WAITING', 'SENT', 'FAILED', 'SUPPRESSED']);
export type FunctionMailState = z.infer<typeof FunctionMailState>;

export const SentFunctionMail = z.object({
  id: z.uuid(),
  serviceId: z.string(),
  function: z.string(),
  to: z.string(),
  subject: z.string(),
  state: FunctionMailState,
  /** Reason of `FAILED` and `SUPPRESSED`. */
  error: z.string().nullable(),
  /** Whether the domain sends nothing more to the address, because a mail server has refused it. */
  isAddressSuppressed: z.boolean(),
  createdOn: z.iso.datetime(),
  endedOn: z.iso.datetime().nullable(),
});
export type SentFunctionMail = z.infer<typeof SentFunctionMail>;

export const listFunctionMails = defineEndpoint({
  method: 'GET',
  path: '/console/v1/function-mails',
  access: 'AUTHENTICATED',
  permission: 'audit.read',
  tag: 'services',
  summary: 'List the mails that functions of the domain have sent in the last days, newest first',
  query: knownFields({
    serviceId: z.string().min(1).max(200).optional(),
    state: FunctionMailState.optional(),
    /** Part of an address, in any case. */
    search: z.string().trim().max(254).optional(),
    /** Id of the last mail of the page before. */
    before: z.uuid().optional(),
    size: z.coerce.number().pipe(z.int().min(1).max(200)).default(50),
  }),
  response: z.object({ content: z.array(SentFunctionMail), hasMore: z.boolean() }),
});

export const removeSuppression = defineEndpoint({
  method: 'POST',
  path: '/console/v1/function-mails/suppression/remove',
  access: 'AUTHENTICATED',
  permission: 'configuration.write',
  tag: 'services',
  summary: 'Send mails of functions to an address again that a mail server has refused',
  // No more than an address that was sent to: the one of a mail in the list.
  body: z.object({ to: z.string().min(1).max(254) }),
  errors: ['notFound'],
});
