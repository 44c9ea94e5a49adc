import { listBackups, restoreBackup } from '@atrium/contract/configuration/backups';
import { editFiles } from '@atrium/contract/configuration/edit';
import { push } from '@atrium/contract/configuration/push';
import { submitPull } from '@atrium/contract/configuration/submission';
import { listNamedVersions } from '@atrium/contract/configuration/versions';
import type { ConnectionEvent } from '@atrium/contract/connections/automation';
import type { Endpoint, EndpointRequest, EndpointResponse } from '@atrium/contract/endpoint';
import { domainChannels, ownChannels } from '@atrium/contract/notifications/channels';
import type { ReasonName } from '@atrium/contract/notifications/reasons';
import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { expect, test } from 'vitest';
import { inGit, SERVICE } from '../../test/configuration-world.ts';
import { ADD, adding, TESTED_ADD } from '../../test/connected-world.ts';
import { buildChild } from '../../test/factories.ts';
import { commitFiles, execGit } from '../../test/git-repository.ts';
import { chooseReasons, startGitHostWorld } from '../../test/git-team.ts';
import { readMails } from '../../test/people.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../test/webhook-receiver.ts';
import type { Caller } from '../http/caller.ts';

const TOTAL = 'functions/sums/total.js';
const TAX = 'functions/sums/tax.js';
const FILES = { ...TESTED_ADD, [TOTAL]: adding(1), [TAX]: adding(1) };
const REASONS: ReasonName[] = ['push-prepared', 'push-refused', 'drift', 'tests-failed', 'tests-recovered'];
const DAY_HOURS = 24;

/** Titles of the messages of a receiver by their ids: a retry has the id of its message. */
function toldBy({ received }: WebhookReceiver): string[] {
  const byId = new Map(
    received.map(({ headers, body }, index) => [headers['webhook-id'] ?? index, JSON.parse(body)]),
  );
  return [...byId.values()].map(({ type, text, data }) => text ?? `${type} ${data.commitSha ?? ''}`.trim());
}

test('a team of three works for a week through requests only', { timeout: 600_000 }, async () => {
  await using host = await startGitHostWorld();
  await using hook = await startWebhookReceiver();
  await using slack = await startWebhookReceiver();
  const { world, clock } = host;
  const { server, caller: ada } = world;
  const monday = new Date(Math.ceil(clock.now().getTime() / 86_400_000) * 86_400_000);
  while (monday.getUTCDay() !== 1) monday.setUTCDate(monday.getUTCDate() + 1);
  const permissions = ['configuration.read', 'configuration.write', 'tests.read', 'tests.run'] as const;
  const bo = await buildChild(server.context, ada, permissions, { username: 'bo' });
  const chidi = await buildChild(server.context, ada, permissions, { username: 'chidi' });
  await server.context.db
    .updateTable('sessions')
    .set({ expiresOn: new Date(monday.getTime() + 14 * 86_400_000) })
    .execute();

  /** Endpoints that people called during the week. */
  const called: string[] = [];
  function act<E extends Endpoint>(as: Caller, endpoint: E, request: EndpointRequest<E>) {
    called.push(`${endpoint.method} ${endpoint.path}`);
    return server.call(endpoint, request, { as }) as Promise<EndpointResponse<E>>;
  }

  for (const [kind, { url }] of [
    ['WEBHOOK', hook],
    ['SLACK', slack],
  ] as const) {
    const body = { kind, name: kind, address: url };
    const { id } = await server.call(domainChannels.add, { body }, { as: ada });
    await chooseReasons(world, ada, { id, scope: 'domain', reasons: REASONS });
  }
  for (const person of [bo, chidi])
    await chooseReasons(world, person, { id: person.userId, scope: 'own', reasons: REASONS });
  // Chidi reads everything once a day.
  const timing = { digest: 'DAILY', digestAt: '07:00', hasQuietHours: false, timeZone: 'UTC' } as const;
  const body = { ...timing, name: 'E-mail', quietFrom: '22:00', quietUntil: '07:00' };
  await server.call(ownChannels.save, { params: { id: chidi.userId }, body }, { as: chidi });

  const shop = await host.connect('shop', FILES);
  await host.work();
  host.api.sent.length = 0;
  const start = await world.liveVersion();
  const eventOf = async (commitSha: string): Promise<ConnectionEvent | undefined> =>
    (await shop.automation()).events.find((event) => event.commitSha === commitSha);
  const stateOfShop = async () =>
    (await shop.refresh()).services.find(({ serviceId }) => serviceId === SERVICE)?.state;
  const untilMorning = (day: number) =>
    host.pass((monday.getTime() + (day * DAY_HOURS + 9) * 3_600_000 - clock.now().getTime()) / 3_600_000, 12);

  // Monday: a request is tested, merged and live; another one fails, is mended, and is live.
  await untilMorning(0);
  const first = await shop.open(1, 'Add two', { [ADD]: adding(2) });
  expect(shop.statuses(first).at(-1)).toBe('success');
  expect(host.api.commentsOf(1)).toEqual([expect.stringContaining('All tests pass with it.')]);
  const merged = await shop.merge(1);
  expect(await eventOf(merged)).toMatchObject({ outcome: 'LIVE' });
  expect(shop.statuses(merged).at(-1)).toBe('success');
  expect(await world.liveContent(ADD)).toBe(adding(2));

  const failing = await shop.open(2, 'Add minus three', { [ADD]: adding(-3) });
  expect(shop.statuses(failing).at(-1)).toBe('failure');
  const mended = await shop.addTo(2, { [ADD]: adding(3) });
  expect(shop.statuses(mended).at(-1)).toBe('success');
  expect(host.api.commentsOf(2)).toEqual([expect.stringContaining('All tests pass with it.')]);
  await shop.merge(2);
  expect(await world.liveContent(ADD)).toBe(adding(3));
  expect(await world.liveVersion()).toBe(start + 2);

  // Tuesday: a change that no test covers is returned once, stays away when others merge, and git is repaired.
  await untilMorning(1);
  await shop.open(3, 'Round totals', { [TOTAL]: adding(Number.NaN) });
  await shop.merge(3);
  expect(await world.liveContent(TOTAL)).toBe(adding(Number.NaN));
  const { content: backups } = await act(ada, listBackups, { body: { serviceId: SERVICE } });
  await act(ada, restoreBackup, { params: { id: backups[0]?.id ?? '' }, body: {} });
  await host.work();
  expect(await stateOfShop()).toBe('BEHIND');
  await shop.open(4, 'Tax of two', { [TAX]: adding(2) });
  hook.answer = { status: 500 };
  const beside = await shop.merge(4);
  hook.answer = { status: 204 };
  expect(await eventOf(beside)).toMatchObject({
    outcome: 'PREPARED',
    detail: expect.stringContaining(`${TOTAL} was undone here`),
  });
  expect(await world.liveContent(TOTAL)).toBe(adding(1));
  await shop.open(5, 'Revert "Round totals"', { [TOTAL]: adding(1) });
  await shop.merge(5);
  expect(await world.liveContent(TAX)).toBe(adding(2));
  expect(await stateOfShop()).toBe('IN_SYNC');

  // Wednesday: a change made here stops others, is told after a day, and is brought into git by a request.
  await untilMorning(2);
  await act(bo, editFiles, {
    params: { serviceId: SERVICE },
    body: {
      files: [
        {
          folderPath: 'functions/sums',
          name: 'total.js',
          checksum: blobId(adding(1)),
          content: adding(7),
        },
      ],
      message: 'Hot fix',
    },
  });
  await host.work();
  expect(await stateOfShop()).toBe('AHEAD');
  await host.pass(DAY_HOURS + 1, 12);
  await shop.open(6, 'Bring the hot fix into git', { [TOTAL]: adding(7) });
  await shop.merge(6);
  expect(await stateOfShop()).toBe('IN_SYNC');

  // Thursday: the same file goes on through requests; a change made here and one in git conflict.
  await shop.open(7, 'Total of eight', { [TOTAL]: adding(8) });
  const later = await shop.merge(7);
  expect(await eventOf(later)).toMatchObject({ outcome: 'LIVE' });
  await act(ada, editFiles, {
    params: { serviceId: SERVICE },
    body: {
      files: [
        {
          folderPath: 'functions/sums',
          name: 'tax.js',
          checksum: blobId(adding(2)),
          content: adding(5),
        },
      ],
      message: 'Tax of five',
    },
  });
  await host.work();
  const conflicting = await shop.open(8, 'Tax of six', { [TAX]: adding(6) });
  expect(shop.statuses(conflicting).at(-1)).toBe('failure');
  expect(host.api.commentsOf(8)[0]).toContain('merging would discard a change made here');
  // It is pushed from here while the webhook of another push arrives.
  const connectionId = shop.id;
  await Promise.all([act(ada, push, { body: { connectionId, services: [SERVICE] } }), shop.reportPush()]);
  await shop.reportPush();
  expect(await stateOfShop()).toBe('IN_SYNC');
  await execGit(shop.folder, 'branch', '-f', 'request-8', 'main');
  const resolved = await shop.addTo(8, { [TAX]: adding(6) });
  expect(shop.statuses(resolved).at(-1)).toBe('success');
  await shop.merge(8);
  expect(await world.liveContent(TAX)).toBe(adding(6));

  // Friday: history is rewritten; a schedule needs a person; the host is away for a day.
  await untilMorning(4);
  const parent = (await execGit(shop.folder, 'rev-parse', 'main~1')).trim();
  await execGit(shop.folder, 'update-ref', 'refs/heads/main', parent);
  const rewritten = await commitFiles(
    shop.folder,
    { [inGit(TAX)]: adding(6), [inGit(ADD)]: adding(9) },
    { message: 'Tax of six, add nine' },
  );
  await shop.reportPush();
  expect(await eventOf(rewritten)).toMatchObject({
    outcome: 'LIVE',
    message: expect.stringContaining('was rewritten (force-push)'),
  });
  expect(await world.liveContent(ADD)).toBe(adding(9));

  const meta = 'functions/sums/total.meta.js';
  const scheduled = { [meta]: "export default { schedule: [{ cron: '0 7 * * *' }] };\n" };
  await shop.open(9, 'Total each morning', scheduled);
  expect(host.api.commentsOf(9)[0]).toContain('A person has to approve');
  const waiting = await shop.merge(9);
  const event = await eventOf(waiting);
  expect(event).toMatchObject({ outcome: 'PREPARED', detail: expect.stringContaining('runs at 7:00') });
  const folders = [{ name: 'functions/sums', files: [{ name: 'total.meta.js', action: 'remote' as const }] }];
  const random = () => server.context.random.id();
  await act(ada, submitPull, {
    body: {
      id: random(),
      uuid: event?.pullId ?? '',
      backupKey: random(),
      services: [{ serviceId: SERVICE, folders }],
      message: 'Approve the schedule',
    },
  });
  await host.work();
  expect(await stateOfShop()).toBe('IN_SYNC');
  expect(shop.statuses(waiting).at(-1)).toBe('success');

  host.isAway = true;
  await shop.open(10, 'Add ten', { [ADD]: adding(10) });
  const away = await shop.merge(10);
  await host.pass(DAY_HOURS + 1, 12);
  host.isAway = false;
  await host.pass(DAY_HOURS + 1, 12);
  expect(await world.liveContent(ADD)).toBe(adding(10));
  expect(shop.statuses(away).at(-1)).toBe('success');
  expect(await stateOfShop()).toBe('IN_SYNC');

  // The week: every version has an author, a message and, from git, a commit that came once.
  const { content } = await server.call(
    listNamedVersions,
    { params: { serviceId: SERVICE }, query: { page: 0, size: 50 } },
    { as: ada },
  );
  const week = content.filter(({ version }) => version > start).toReversed();
  expect(
    week.map(({ message, commitSha }) => [message?.replace(/\b[0-9a-f]{10}\b/, '…'), commitSha !== null]),
  ).toEqual([
    ['main moved to …: Add two (#1)', true],
    ['main moved to …: Add minus three (#2)', true],
    ['main moved to …: Round totals (#3)', true],
    ['Restored everything from version 4', false],
    ['main moved to …: Revert "Round totals" (#5)', true],
    ['Hot fix', false],
    ['main moved to …: Total of eight (#7)', true],
    ['Tax of five', false],
    ['main moved to …: Tax of six (#8)', true],
    ['The history of main was rewritten (force-push). It is now at …', true],
    ['Approve the schedule', true],
    ['main moved to …: Add ten (#10)', true],
  ]);
  expect(week.filter(({ user }) => user === '')).toEqual([]);
  const commits = week.flatMap(({ commitSha }) => commitSha ?? []);
  expect(new Set(commits).size).toBe(commits.length);
  expect(called.filter((call) => call.includes('/git/config/pull'))).toEqual([]);
  // One comment for each request, and a last status for each of their commits.
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) expect(host.api.commentsOf(number)).toHaveLength(1);
  // Everyone was told once: a retry has the id of its message.
  const prepared = (commitSha: string) => `git.push-prepared ${commitSha}`;
  expect(toldBy(hook)).toEqual([
    prepared(beside),
    'git.drift',
    prepared(waiting),
    'git.repository-unreadable',
  ]);
  expect(hook.received.length).toBeGreaterThan(toldBy(hook).length);
  const titles = [
    'shop: a push is ready for review',
    'Functions differs from git',
    'shop: a push is ready for review',
    'shop: the repository cannot be read',
  ];
  expect(toldBy(slack)).toEqual(titles);
  const mailsOf = async (username: string) =>
    (await readMails(server, `${username}@example.com`)).map(({ subject }) => subject).toReversed();
  expect(await mailsOf('bo')).toEqual(titles);
  expect(await mailsOf('chidi')).toEqual([...titles.slice(0, 2), '2 notifications']);
});
