import { readRemoteFile } from '@atrium/contract/configuration/remote-file';
import { listValues } from '@atrium/contract/service-api/functions/values';
import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { expect, it } from 'vitest';
import { answer, refusal } from '../../../../test/platform.ts';
import { createQueryClient } from '../../../api/query-client.ts';
import { type Choices, noChoices } from '../decisions/diff-choices.ts';
import type { DiffFile } from '../decisions/diff-file.ts';
import { declaresAnything, readDeclared } from './read-declared.ts';
import type { ServiceToSubmit } from './service-submit.ts';

const uuid = '0197a000-0000-7000-8000-0000000000a1';
const CHECKSUM = 'c'.repeat(40);
const at = <E extends { path: `/${string}` }>(endpoint: E) =>
  ({ ...endpoint, path: `/services/hyper-dispatch${endpoint.path}` }) as E;

function serviceOf(files: DiffFile[]): ServiceToSubmit {
  const nothing = { added: [], moved: [], merged: [], deleted: [] };
  const service = { serviceId: 'hyper-dispatch', serviceName: 'Hyper Dispatch' };
  return { diff: { service }, outcome: { ...nothing, taken: files } } as unknown as ServiceToSubmit;
}

const file = (folderPath: string, name: string) => {
  const place = { folderPath, name };
  const side = { ...place, checksum: CHECKSUM };
  return { ...place, type: 'CHANGED', local: side, remote: side } as unknown as DiffFile;
};

it('says what a submit lets functions reach, and which secret is not set', async () => {
  answer(at(exportSourceFile), () => ({
    content: `export default { secrets: ['OLD'] };`,
    checksum: CHECKSUM,
  }));
  answer(readRemoteFile, () => ({
    content: `export default { secrets: ['OLD', 'STRIPE_KEY'], fetch: ['api.stripe.com'] };`,
    checksum: CHECKSUM,
    base: null,
  }));
  const value = {
    hasTestValue: false,
    changedOn: null,
    changedBy: null,
    usedOn: null,
    previousUntil: null,
    usedBy: [],
  };
  answer(at(listValues), () => ({
    content: [{ ...value, kind: 'secret' as const, name: 'OLD', isSet: true }],
  }));
  const services = [serviceOf([file('functions/payments', 'charge.meta.js'), file('functions', 'other.js')])];
  expect(declaresAnything(services)).toBe(true);
  const common = { serviceName: 'Hyper Dispatch', path: 'functions/payments/charge' };
  expect(await readDeclared(createQueryClient(), uuid, services, noChoices)).toEqual([
    { ...common, reason: 'reaches a new host: api.stripe.com' },
    { ...common, reason: 'gets the secret STRIPE_KEY' },
    { ...common, reason: 'needs the secret STRIPE_KEY, which is not set' },
  ]);
});

it('asks nothing about other files', () => {
  expect(declaresAnything([serviceOf([file('functions', 'a.js'), file('rules', 'b.meta.js')])])).toBe(false);
});

it('describes what is merged, by hand or else by itself, and not the content in git', async () => {
  const text = (secret: string, host: string) =>
    `export default {\n  secrets: ['${secret}'],\n  memory: 64,\n  timeout: 10,\n  fetch: ['${host}'],\n};\n`;
  const base = { content: text('OLD', 'old.com'), checksum: CHECKSUM };
  answer(at(exportSourceFile), () => ({ content: text('OLD', 'here.com'), checksum: CHECKSUM }));
  answer(readRemoteFile, () => ({ content: text('NEW', 'old.com'), checksum: CHECKSUM, base }));
  answer(at(listValues), () => refusal(403, 'Not yours.'));
  const merged = { ...file('functions', 'charge.meta.js'), base: CHECKSUM };
  const service = serviceOf([]);
  const services = [{ ...service, outcome: { ...service.outcome, merged: [merged] } }];
  const common = { serviceName: 'Hyper Dispatch', path: 'functions/charge' };
  const choose = (choice: object) =>
    ({
      services: { 'hyper-dispatch': { isIgnored: false, files: { 'functions/charge.meta.js': choice } } },
    }) as Choices;
  const reasons = async (choice: object) =>
    (await readDeclared(createQueryClient(), uuid, services, choose(choice))).map(({ reason }) => reason);
  expect(
    await readDeclared(createQueryClient(), uuid, services, choose({ choice: 'merge-local' })),
  ).toContainEqual({ ...common, reason: 'gets the secret NEW' });
  expect((await reasons({ choice: 'merge-local' })).join()).not.toContain('.com');
  const byHand = { choice: 'merge-local', merged: text('OLD', 'hand.com'), mergedOn: CHECKSUM };
  expect(await reasons(byHand)).toContain('reaches a new host: hand.com');
  expect((await reasons(byHand)).join()).not.toContain('NEW');
});
