import { z } from 'zod';

const Headers = z.array(z.tuple([z.string(), z.string()]));

/** An HTTP request as it crosses the border of the sandbox. */
export const RequestEnvelope = z.object({
  method: z.string(),
  url: z.string(),
  headers: Headers,
  /** Base64; null for none. */
  body: z.string().nullable(),
});
export type RequestEnvelope = z.infer<typeof RequestEnvelope>;

/** An HTTP response as it crosses the border of the sandbox. */
export const ResponseEnvelope = z.object({
  status: z.int().min(100).max(599),
  headers: Headers,
  /** Base64; null for none. */
  body: z.string().nullable(),
});
export type ResponseEnvelope = z.infer<typeof ResponseEnvelope>;

/** Input of a call over a public address. */
export const HttpCall = z.object({
  /** Its body is passed beside it. */
  request: RequestEnvelope.omit({ body: true }),
  /** Values of the parameters in the path. */
  params: z.record(z.string(), z.string()),
});
export type HttpCall = z.infer<typeof HttpCall>;
