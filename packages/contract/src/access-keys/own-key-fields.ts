import { z } from 'zod';
import { PERMISSIONS, type Permission } from '../permissions.ts';
import { PROVIDE_KEY } from './access-key-fields.ts';

/** Keys that one person may have at a time, expired ones included. */
export const MAX_OWN_KEYS = 25;
export const OWN_KEY_DAYS = 90;
const MAX_OWN_KEY_DAYS = 366;
export const KEY_LABEL_MAX_LENGTH = 80;

/** Prefix of key tokens, so that people and secret scanners recognize a leaked one. */
export const KEY_TOKEN_PREFIX = 'atr_';

/** Name of a personal key, chosen by its owner or by the program that requests it. */
export const KeyLabel = z
  .string()
  .trim()
  .min(1, 'Please enter a name.')
  .max(KEY_LABEL_MAX_LENGTH, { error: `Use at most ${KEY_LABEL_MAX_LENGTH} characters.`, abort: true })
  .regex(/^\P{Cc}*$/u, 'This name contains characters that are not allowed.');

/** Permissions of a key: at most those of its owner. Permissions that need another one include it. */
export const KeyPermissions = z
  .array(z.enum(PERMISSIONS as [Permission, ...Permission[]], 'This permission does not exist.'))
  .min(1, 'Please choose at least one permission.')
  .max(PERMISSIONS.length, 'Too many permissions.');

/** A personal API key: programs sign in with it as its owner, with a subset of the owner's permissions. */
export const OwnKey = z.object({
  id: z.uuid(),
  label: z.string(),
  /** A random token that is sent as is, or a public key whose private half signs requests. */
  kind: z.enum(['token', 'public-key']),
  /** Fingerprint of a public key; null for a token. */
  fingerprint: z.string().nullable(),
  /** Permissions at creation. The key can use those that its owner has at the time of the call. */
  permissions: z.array(z.string()),
  createdOn: z.iso.datetime(),
  expiresOn: z.iso.datetime().nullable(),
  /** To the minute. */
  lastUsedOn: z.iso.datetime().nullable(),
  lastUsedAddress: z.string().nullable(),
  /** Whether the call was made with it. */
  isCurrent: z.boolean(),
});
export type OwnKey = z.infer<typeof OwnKey>;

export const CreateOwnKey = z
  .object({
    label: KeyLabel,
    kind: z.enum(['token', 'public-key']),
    /** PEM or JWK, for a public key. */
    key: z.string().trim().max(20_000).default(''),
    permissions: KeyPermissions,
    /** Null for a key that never expires. */
    expiresInDays: z
      .int()
      .min(1)
      .max(MAX_OWN_KEY_DAYS, `Use at most ${MAX_OWN_KEY_DAYS} days.`)
      .nullable()
      .default(OWN_KEY_DAYS),
  })
  .refine(({ kind, key }) => kind === 'token' || key !== '', { path: ['key'], error: PROVIDE_KEY });

/** `token` is shown this once; only its hash is stored. A public key has none. */
export const CreatedOwnKey = z.object({ key: OwnKey, token: z.string().optional() });
export type CreatedOwnKey = z.infer<typeof CreatedOwnKey>;
