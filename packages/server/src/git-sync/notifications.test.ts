import { editFiles } from '@atrium/contract/configuration/edit';
import { push } from '@atrium/contract/configuration/push';
import { domainChannels } from '@atrium/contract/notifications/channels';
import type { ChannelKindName } from '@atrium/contract/notifications/reasons';
import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { inGit, SERVICE } from '../../test/configuration-world.ts';
import { ADD, adding, TESTED_ADD } from '../../test/connected-world.ts';
import { buildChild } from '../../test/factories.ts';
import { commitFiles } from '../../test/git-repository.ts';
import {
  chooseReasons,
  type GitHostWorld,
  type HostedRepository,
  startGitHostWorld,
} from '../../test/git-team.ts';
import { readMails } from '../../test/people.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../test/webhook-receiver.ts';

vi.setConfig({ testTimeout: 90_000 });

const FILES = { ...TESTED_ADD, 'functions/sums/total.js': adding(1) };
const REASONS = ['push-prepared', 'push-refused', 'drift'] as const;

let host: GitHostWorld;
let hook: WebhookReceiver;
let slack: WebhookReceiver;
let shop: HostedRepository;
let home: string;
let hookId: string;
beforeAll(async () => {
  [host, hook, slack] = await Promise.all([
    startGitHostWorld(),
    startWebhookReceiver(),
    startWebhookReceiver(),
  ]);
  const { world } = host;
  home = world.server.context.publicUrl.get();
  hookId = await addChannel('WEBHOOK', hook.url);
  await addChannel('SLACK', slack.url);
  const scope = 'own' as const;
  await chooseReasons(world, world.caller, { id: world.caller.userId, scope, reasons: REASONS });
  shop = await host.connect('shop', FILES);
  await host.work();
}, 120_000);
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await hook[Symbol.asyncDispose]();
  await slack[Symbol.asyncDispose]();
});
beforeEach(() => {
  hook.received.length = 0;
  slack.received.length = 0;
});

async function addChannel(kind: Exclude<ChannelKindName, 'EMAIL'>, address: string): Promise<string> {
  const { server, caller } = host.world;
  const { id } = await server.call(
    domainChannels.add,
    { body: { kind, name: kind, address } },
    { as: caller },
  );
  await chooseReasons(host.world, caller, { id, scope: 'domain', reasons: REASONS });
  return id;
}

const bodies = ({ received }: WebhookReceiver) => received.map(({ body }) => JSON.parse(body));
const mailsOfOwner = () => readMails(host.world.server, `user-${host.world.caller.userId}@example.com`);
const commit = (value: number, message: string, { folder } = shop) =>
  commitFiles(folder, { [inGit(ADD)]: adding(value) }, { message });
const eventOf = async (commitSha: string, repository = shop) =>
  (await repository.automation()).events.find((event) => event.commitSha === commitSha);

test('a prepared push is told with its reason, the pull to review, and the last submission before', async () => {
  const good = await commit(2, 'Add two');
  await shop.reportPush();
  expect(await eventOf(good)).toMatchObject({ outcome: 'LIVE' });
  const version = await host.world.liveVersion();
  const bad = await commit(-2, 'Subtract two');
  await shop.reportPush();
  const { pullId } = (await eventOf(bad)) ?? {};
  const url = `${home}/console/git-pull?uuid=${pullId}&step=diff`;
  const versions = `${home}/console/services/${SERVICE}?tab=versions`;
  expect(bodies(hook)).toEqual([
    {
      type: 'git.push-prepared',
      timestamp: expect.any(String),
      data: {
        connectionId: shop.id,
        commitSha: bad,
        pullId,
        url,
        lastSubmission: {
          serviceId: SERVICE,
          version,
          message: `main moved to ${good.slice(0, 10)}: Add two`,
          author: `user-${host.world.caller.userId}`,
          submittedAt: expect.any(String),
          url: versions,
        },
      },
    },
  ]);
  const [message] = bodies(slack);
  expect(message.text).toBe('shop: a push is ready for review');
  const text = JSON.stringify(message.blocks);
  expect(text).toContain('Waits to be reviewed. 1 test fails.');
  expect(text).toContain(`<${url.replace('&', '&amp;')}|Review the pull>`);
  expect(text).toContain(`Last submission before: ${SERVICE} version ${version}`);
  expect(text).toContain(`<${versions}|Show it>`);
  const [mail] = await mailsOfOwner();
  expect(mail?.subject).toBe('shop: a push is ready for review');
  for (const part of ['1 test fails.', url, 'Add two', versions]) expect(mail?.text).toContain(part);
});

test('a refused push is told with the reason and the connection', async () => {
  const { server, caller } = host.world;
  const child = await buildChild(server.context, caller, ['configuration.exchange', 'configuration.read']);
  const repository = await host.connect('of-child', FILES, child);
  await host.work();
  const refused = await commit(3, 'Add three', repository);
  await repository.reportPush();
  expect(bodies(hook)).toMatchObject([
    {
      type: 'git.push-refused',
      data: {
        connectionId: repository.id,
        commitSha: refused,
        pullId: null,
        url: `${home}/console/changes/connections`,
        lastSubmission: { serviceId: SERVICE },
      },
    },
  ]);
  const [message] = bodies(slack);
  expect(message.text).toBe('of-child: a push is refused');
  expect(JSON.stringify(message.blocks)).toContain('no longer has the permission');
});

test('drift is told once after a day, names the submission that made it, and again only after it was repaired', async () => {
  const { server, caller } = host.world;
  const total = async (from: number, to: number, message: string) => {
    const file = { folderPath: 'functions/sums', name: 'total.js' };
    const edited = { ...file, checksum: blobId(adding(from)), content: adding(to) };
    const params = { serviceId: SERVICE };
    await server.call(editFiles, { params, body: { files: [edited], message } }, { as: caller });
    await host.work();
  };
  const drifting = await host.connect('drifting', FILES);
  await host.work();
  const ofShop = () => bodies(hook).filter(({ data }) => data.connectionId === drifting.id);
  await total(1, 5, 'Hot fix');
  await host.pass(20, 10);
  expect(ofShop()).toEqual([]);
  await host.pass(30, 10);
  expect(ofShop()).toMatchObject([
    {
      type: 'git.drift',
      data: {
        serviceId: SERVICE,
        since: expect.any(String),
        filesAhead: 1,
        filesBehind: 0,
        url: `${home}/console/changes/connections`,
        lastSubmission: { message: 'Hot fix' },
      },
    },
  ]);
  expect(JSON.stringify(bodies(slack))).toMatch(
    /For \d+ hours: 1 file with changes that are not in git, 0 with changes that are not here\./,
  );
  const body = { connectionId: drifting.id, services: [SERVICE] };
  await server.call(push, { body }, { as: caller });
  await host.pass(2);
  await total(5, 6, 'Another fix');
  await host.pass(30, 10);
  expect(ofShop().map(({ data }) => data.lastSubmission.message)).toEqual(['Hot fix', 'Another fix']);
});

test('quiet hours hold notifications of pushes back, and a digest sends them together', async () => {
  const { server, caller } = host.world;
  const timing = { digest: 'AT_ONCE', digestAt: '08:00', hasQuietHours: true, timeZone: 'UTC' } as const;
  const now = host.clock.now();
  const hour = (shift: number) => `${String((now.getUTCHours() + shift + 24) % 24).padStart(2, '0')}:00`;
  const body = { ...timing, name: 'At night', quietFrom: hour(-1), quietUntil: hour(3) };
  await server.call(domainChannels.save, { params: { id: hookId }, body }, { as: caller });
  const first = await commit(-4, 'Subtract four');
  await shop.reportPush();
  const second = await commit(-5, 'Subtract five');
  await shop.reportPush();
  expect(bodies(slack)).toHaveLength(2);
  expect(bodies(hook)).toEqual([]);
  await host.pass(4, 1);
  await host.pass(4, 1);
  const pushes = bodies(hook)
    .flatMap(({ type, data }) => (type === 'notifications' ? data.notifications : [{ type, data }]))
    .filter(({ type }) => type === 'git.push-prepared');
  expect(pushes.map(({ data }) => data.commitSha)).toEqual([first, second]);
  expect(bodies(hook)).toHaveLength(1);
});
