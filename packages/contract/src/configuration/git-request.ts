import { z } from 'zod';
import { REQUIRED_FIELDS_MESSAGE } from './messages.ts';

const required = (max: number) =>
  z.string().trim().min(1, REQUIRED_FIELDS_MESSAGE).max(max, `Use at most ${max} characters.`);

/** Clients send all fields, with null for empty ones: null counts as omitted. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

/** An empty optional input counts as not given. */
const optionalText = (max: number) =>
  orNull(
    z
      .string()
      .max(max, { error: `Use at most ${max} characters.`, abort: true })
      .transform((text) => text.trim() || undefined),
  );

const text = z.string({ error: REQUIRED_FIELDS_MESSAGE });

/** Password or access token. Not trimmed: a space may belong to it. */
export const GitPassword = text
  .min(1, REQUIRED_FIELDS_MESSAGE)
  .max(10_000, { error: 'Use at most 10,000 characters.', abort: true })
  .regex(/^[^\0\r\n]*$/, 'Line breaks are not allowed.');

/** A branch name as `git check-ref-format --branch` allows it; so it can never be read as an option. */
export const BranchName = z
  .string()
  .max(250, { error: 'Use at most 250 characters.', abort: true })
  .regex(
    // Neither option-like, nor with `..`, `//`, `@{`, control characters or the characters git forbids.
    /^(?![-./@]$|[-./])(?!.*(?:\.\.|\/\/|\/\.|@\{|\.lock(?:\/|$)))[^\p{Cc} ~^:?*[\\]+(?<![./])$/u,
    'This is not a valid branch name.',
  );

/** A full or shortened commit id; at least 7 digits. */
export const CommitId = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{7,64}$/, 'A commit sha has 7 to 64 hexadecimal digits.');

/** Address and credentials of a repository that are typed for one call. Kept in memory only. */
const TypedAccess = z.object({
  /** The address without username and password. */
  gitUrl: orNull(text.pipe(required(2000))),
  username: orNull(text.pipe(required(500))),
  password: orNull(GitPassword),
});

/** The typed fields that must be filled in, in the order of the form. */
export const REQUIRED_CONNECTION_FIELDS = ['username', 'password', 'gitUrl'] as const;

/** Fields of the git request; each call reads those it needs. */
export const GitRequestFields = TypedAccess.extend({
  /** A connected repository, in place of an address with username and password. */
  connectionId: orNull(z.uuid()),
  /** When absent, the branch of the connection, else the remote's default branch. */
  branch: optionalText(250).pipe(BranchName.optional()),
  /** Pull this commit instead of the branch's newest. */
  commitSha: optionalText(64).pipe(CommitId.optional()),
  commitMessage: optionalText(10_000),
  serviceName: optionalText(200),
  /** An id chosen by the caller, under which `getProgress` returns the progress. */
  progress: orNull(z.uuid()),
  /** Set by the import dialog: the response includes the bodies of both sides. */
  sendImportRequests: orNull(z.boolean()),
  /** Push and pull only these services; all when absent. */
  services: orNull(z.array(z.string().min(1).max(200)).max(200)),
});

const ONE_ACCESS_MESSAGE = 'Give either a connection, or an address with username and password; not both.';

/** Refuses a request that names its repository in two ways, or in none. */
export function withOneAccess<Schema extends typeof GitRequestFields>(schema: Schema): Schema {
  return schema.superRefine((request, context) => {
    if (request.connectionId === undefined) {
      for (const field of ['gitUrl', 'username', 'password'] as const) {
        if (request[field] === undefined)
          context.addIssue({ code: 'custom', path: [field], message: REQUIRED_FIELDS_MESSAGE });
      }
    } else if (REQUIRED_CONNECTION_FIELDS.some((field) => request[field] !== undefined))
      context.addIssue({ code: 'custom', path: ['connectionId'], message: ONE_ACCESS_MESSAGE });
  });
}

/** The git request of the specification. */
export const GitRequest = withOneAccess(GitRequestFields);
export type GitRequest = z.infer<typeof GitRequest>;
