import { z } from 'zod';

/** HTTP status of each kind of error. 401 means only "the access token is missing or no longer good". */
export const errorStatus = {
  badRequest: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  unprocessable: 422,
  tooManyRequests: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorKind = keyof typeof errorStatus;

/** One refused field of a request body, named by its path (`address.addressZip`). */
export const FieldError = z.object({ field: z.string(), defaultMessage: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** The JSON body of every answer that is not a success. `details` carries what a caller needs to react. */
export const ErrorBody = z.object({
  status: z.int(),
  message: z.string(),
  errors: z.array(FieldError).optional(),
  requestId: z.string(),
  details: z.unknown().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** What the console says when an answer carries no message of its own (specification, section 8). */
export function defaultErrorMessage(status: number): string {
  if (status === 404) return 'The requested resource was not found.';
  if (status === 500) return 'An unexpected error encountered when connecting to the server.';
  return 'No message available';
}

/** Text of an error answer: `errors[0].defaultMessage`, else `message`, else the default of its status. */
export function readErrorMessage(status: number, body: unknown): string {
  if (typeof body === 'object' && body !== null) {
    const { errors, message } = body as { errors?: unknown; message?: unknown };
    const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
    if (typeof first === 'object' && first !== null && 'defaultMessage' in first) {
      const text = first.defaultMessage;
      if (typeof text === 'string' && text !== '') return text;
    }
    if (typeof message === 'string' && message !== '') return message;
  }
  return defaultErrorMessage(status);
}
