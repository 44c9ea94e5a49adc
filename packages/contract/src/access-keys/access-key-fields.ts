import { z } from 'zod';
import { CANNOT_BE_IN_PATH, canBeInPath } from '../path-steps.ts';

export const PROVIDE_ID = 'Please provide ID.';

export const PROVIDE_KEY = 'Please provide key.';

/** A stored public key. `key` is PEM or JWK text. */
export const AccessKey = z.object({
  id: z.string(),
  key: z.string(),
  /** `Ed25519`, `EC P-256`, `RSA 2048` … */
  type: z.string(),
  /** SHA-256 of the public key (SubjectPublicKeyInfo), as `SHA256:` and base64 without padding. */
  fingerprint: z.string(),
  /** User or service that the key signs in as. */
  userId: z.uuid().nullable(),
  serviceId: z.string().nullable(),
  /** Username of that user; null for a service. */
  username: z.string().nullable(),
  /** The user is an administrator, so only they can replace the public key. */
  isOfAdministrator: z.boolean(),
  /** The platform holds its private key as well: it is exchanged by the operator, not by a call. */
  isManaged: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
});

export type AccessKey = z.infer<typeof AccessKey>;

const ID_MAX_LENGTH = 120;
const KEY_MAX_LENGTH = 20_000;

const KeyText = z
  .string(PROVIDE_KEY)
  .trim()
  .min(1, PROVIDE_KEY)
  .max(KEY_MAX_LENGTH, `Use at most ${KEY_MAX_LENGTH} characters.`);

const ExpiresAt = z.iso.datetime().nullable().optional();

export const CreateAccessKey = z.object({
  id: z
    .string(PROVIDE_ID)
    .trim()
    .min(1, PROVIDE_ID)
    .max(ID_MAX_LENGTH, { error: `Use at most ${ID_MAX_LENGTH} characters.`, abort: true })
    .regex(/^[\w.@-]+$/, 'Use only letters, digits and . _ - @')
    .refine(canBeInPath, CANNOT_BE_IN_PATH),
  key: KeyText,
  /** User that the key signs in as; by default the administrator who creates it. */
  userId: z.uuid().optional(),
  expiresAt: ExpiresAt,
});

/** Why a key that signs in an administrator is neither added nor replaced by another one. */
export const OTHER_ADMINISTRATORS_KEY =
  'This key would sign in as another administrator. Only they can add it or replace it; others can delete it.';

/** Why a managed key is not changed. */
export const managedKeyText = (serviceId: string) =>
  `The service ${serviceId} signs in with this key, whose private key the platform keeps. The operator can replace both with "service rotate-key ${serviceId}".`;

export const UpdateAccessKey = z.object({ key: KeyText, expiresAt: ExpiresAt });
