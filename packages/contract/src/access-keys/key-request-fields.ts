import { z } from 'zod';
import { OwnKey } from './own-key-fields.ts';

/** No vowels, so that no code is a word, and no letters that look like others (RFC 8628, section 6.1). */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
export const USER_CODE_LENGTH = 8;
/** Lifetime of a request that waits for approval. */
export const KEY_REQUEST_SECONDS = 600;
/** Polling interval of the waiting device. */
export const POLL_SECONDS = 2;

/** The code that a device shows and a person compares or types; written `BCDF-GHJK`. */
const UserCode = z
  .string()
  .max(40, { error: 'This code is too long.', abort: true })
  .transform((code) => code.toUpperCase().replaceAll(/[^A-Z]/g, ''))
  .pipe(
    z
      .string()
      .regex(
        new RegExp(`^[${USER_CODE_LETTERS}]{${USER_CODE_LENGTH}}$`),
        'Enter the code as the device shows it, such as BCDF-GHJK.',
      ),
  );

export const WithCode = z.object({ code: UserCode });

/** Fields of a device's request. */
export const KeyRequest = z.object({
  /** Name that the device chose for itself. */
  label: z.string(),
  permissions: z.array(z.string()),
  /** Address and time of the request. */
  address: z.string(),
  createdOn: z.iso.datetime(),
  /** Validity of the key. */
  keyDays: z.int(),
});
export type KeyRequest = z.infer<typeof KeyRequest>;

/** The device's secret, and the code that it displays. */
export const CreatedKeyRequest = z.object({
  deviceCode: z.string(),
  userCode: z.string(),
  expiresInSeconds: z.int(),
  pollSeconds: z.int(),
});

export const CollectedKey = z.discriminatedUnion('status', [
  z.object({ status: z.literal('waiting') }),
  z.object({ status: z.literal('refused') }),
  /** No such request, because it expired or was answered before. */
  z.object({ status: z.literal('over') }),
  z.object({ status: z.literal('allowed'), key: OwnKey, token: z.string() }),
]);
export type CollectedKey = z.infer<typeof CollectedKey>;
