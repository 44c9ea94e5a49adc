import { isPlainObject, type PlainValue } from '@atrium/contract/service-api/files/plain-value';
import { HTTP_METHODS, parseDeclaration } from '@atrium/contract/service-api/functions/declaration';
import { z } from 'zod';
import { linesOf, textOf, textsOf } from '../items/field-texts.ts';
import type { Fields } from '../items/meta-item.ts';

/** Address of a function as its metadata declares it; parts that cannot be read are left out. */
export interface DeclaredAddress {
  path: string;
  methods: string[];
  access: string;
  cors: string[];
  verify: Record<string, PlainValue> | undefined;
}

export type AddressValues = {
  access: string;
  path: string;
  methods: string[];
  cors: string;
  scheme: string;
  secret: string;
  header: string;
  encoding: string;
  message: string;
};

export const ADDRESS_LABELS = {
  access: 'Who may call',
  path: 'Path',
  methods: 'Methods',
  cors: 'Pages that may read responses',
  scheme: 'Signature',
  secret: 'Name of the secret',
  header: 'Header',
  encoding: 'Encoding',
};

/** Access of a function without an address. */
export const NO_ADDRESS = 'none';

export const ACCESS_WORDS: ReadonlyMap<string, string> = new Map([
  ['public', 'Anyone'],
  ['key', 'Holders of an API key of the domain'],
  ['user', 'People who are signed in'],
]);

export const SCHEME_WORDS: ReadonlyMap<string, string> = new Map([
  ['stripe', 'Stripe'],
  ['github', 'GitHub'],
  ['standard-webhooks', 'Standard Webhooks'],
  ['hmac', 'HMAC of the body in a header'],
]);

export function readAddress(fields: Fields | undefined): DeclaredAddress | undefined {
  const http = fields?.['http'];
  if (!isPlainObject(http)) return undefined;
  const { path, methods, access, cors, verify } = http;
  return {
    path: textOf(path),
    methods: methods === undefined ? ['POST'] : textsOf(methods).filter(Boolean),
    access: textOf(access),
    cors: textsOf(cors).filter(Boolean),
    verify: isPlainObject(verify) ? verify : undefined,
  };
}

export function toAddressValues(fields: Fields): AddressValues {
  const address = readAddress(fields);
  const { scheme, secret, header, encoding } = address?.verify ?? {};
  return {
    access: address?.access ?? 'public',
    path: address?.path ?? '',
    methods: address?.methods ?? ['POST'],
    cors: (address?.cors ?? []).join('\n'),
    scheme: textOf(scheme),
    secret: textOf(secret),
    header: textOf(header),
    encoding: textOf(encoding) || 'hex',
    message: '',
  };
}

/** Keeps the other fields of the file, and fields of the address that the form lacks. */
export function toAddressFields(values: AddressValues, before: Fields): Fields {
  const { http: former, ...others } = before;
  if (values.access === NO_ADDRESS) return others;
  const { cors: formerCors, verify: formerVerify, ...rest } = isPlainObject(former) ? former : {};
  const cors = linesOf(values.cors);
  const verify = verifyOf(values, formerVerify);
  const methods = HTTP_METHODS.filter((method) => values.methods.includes(method));
  const isUsual = methods.join() === 'POST' && rest['methods'] === undefined;
  const http = {
    ...rest,
    path: values.path.trim(),
    ...(!isUsual && { methods }),
    access: values.access,
    ...((cors.length > 0 || formerCors !== undefined) && { cors }),
    ...(verify && { verify }),
  };
  return { ...before, http };
}

function verifyOf({ scheme, secret, header, encoding }: AddressValues, former: PlainValue | undefined) {
  if (scheme === '') return undefined;
  const name = secret.trim();
  if (scheme !== 'hmac') return { scheme, secret: name };
  const kept = isPlainObject(former) && former['scheme'] === 'hmac' ? former : {};
  return { ...kept, scheme, secret: name, header: header.trim(), encoding };
}

/** Reports refusals of the platform at their fields. */
export const addressForm = z
  .object({
    access: z.string(),
    path: z.string(),
    methods: z.array(z.string()),
    cors: z.string(),
    scheme: z.string(),
    secret: z.string(),
    header: z.string(),
    encoding: z.string(),
    message: z.string().max(2000),
  })
  .superRefine((values, context) => {
    const parsed = parseDeclaration(toAddressFields(values, {}));
    if (!parsed || !('problem' in parsed)) return;
    const [, place = '', reason = ''] = /^"([^"]*)" (.*)$/s.exec(parsed.problem) ?? [];
    const [field = ''] = place.replace(/^http\.(verify\.)?/, '').split('.');
    const path = field in ADDRESS_LABELS ? field : 'path';
    context.addIssue({ code: 'custom', path: [path], message: `It ${reason || parsed.problem}.` });
  });
