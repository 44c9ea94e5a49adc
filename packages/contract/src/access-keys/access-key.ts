import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const PROVIDE_ID = 'Please provide ID.';
export const PROVIDE_KEY = 'Please provide key.';

/** The question asked before an access key is deleted. */
export const deleteAccessKeyQuestion = (id: string): string =>
  `Are you sure you want to delete access key "${id}"?`;

/** A stored public key. `key` is PEM or JWK text. */
export const AccessKey = z.object({
  id: z.string(),
  key: z.string(),
  /** `Ed25519`, `EC P-256`, `RSA 2048` … */
  type: z.string(),
  /** SHA-256 of the public key (SubjectPublicKeyInfo), as `SHA256:` and base64 without padding. */
  fingerprint: z.string(),
  /** Whom a machine that holds the private key signs in as: a user or a service. */
  userId: z.uuid().nullable(),
  serviceId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
});
export type AccessKey = z.infer<typeof AccessKey>;

const KeyText = z.string(PROVIDE_KEY).trim().min(1, PROVIDE_KEY).max(20_000);
const ExpiresAt = z.iso.datetime().nullable().optional();

export const CreateAccessKey = z.object({
  id: z
    .string(PROVIDE_ID)
    .trim()
    .min(1, PROVIDE_ID)
    .max(120)
    .regex(/^[\w.@-]+$/, 'ID may hold letters, digits and . _ - @'),
  key: KeyText,
  /** The user that the key signs in as; the administrator who creates it when left out. */
  userId: z.uuid().optional(),
  expiresAt: ExpiresAt,
});

export const UpdateAccessKey = z.object({ key: KeyText, expiresAt: ExpiresAt });

const AccessKeyId = z.object({ id: z.string() });

export const listAccessKeys = defineEndpoint({
  method: 'GET',
  path: '/console/v1/public-key',
  access: 'ADMIN_ONLY',
  tag: 'access-keys',
  summary: 'All access keys, by id',
  response: z.array(AccessKey),
});

export const getAccessKey = defineEndpoint({
  method: 'GET',
  path: '/console/v1/public-key/{id}',
  access: 'ADMIN_ONLY',
  tag: 'access-keys',
  summary: 'One access key',
  params: AccessKeyId,
  response: AccessKey,
  errors: ['notFound'],
});

export const createAccessKey = defineEndpoint({
  method: 'POST',
  path: '/console/v1/public-key',
  access: 'ADMIN_ONLY',
  tag: 'access-keys',
  summary: 'Stores a public key under an id that never changes',
  body: CreateAccessKey,
  response: AccessKey,
  errors: ['conflict', 'unprocessable'],
});

export const updateAccessKey = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/public-key/{id}',
  access: 'ADMIN_ONLY',
  tag: 'access-keys',
  summary: 'Replaces the public key',
  params: AccessKeyId,
  body: UpdateAccessKey,
  response: AccessKey,
  errors: ['notFound', 'unprocessable'],
});

export const deleteAccessKey = defineEndpoint({
  method: 'DELETE',
  path: '/console/v1/public-key/{id}',
  access: 'ADMIN_ONLY',
  tag: 'access-keys',
  summary: 'Deletes an access key; machines that use it can sign in no more',
  params: AccessKeyId,
  errors: ['notFound'],
});
