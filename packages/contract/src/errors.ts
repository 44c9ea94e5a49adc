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

/** A refused field of a request body, by its path (`address.addressZip`). */
export const FieldError = z.object({ field: z.string(), defaultMessage: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** JSON body of every unsuccessful response. `details` has the data that a caller needs to react. */
export const ErrorBody = z.object({
  status: z.int(),
  message: z.string(),
  errors: z.array(FieldError).optional(),
  requestId: z.string(),
  details: z.unknown().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
