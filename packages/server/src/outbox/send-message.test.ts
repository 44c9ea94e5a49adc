import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { startWebhookReceiver } from '../../test/webhook-receiver.ts';
import { signHeaders, toWebhookSecret } from './message-signature.ts';
import { createMessageSender, type SendResult } from './send-message.ts';

const signed = { id: 'msg_1', secret: toWebhookSecret(Buffer.alloc(24, 7)), body: '{"type":"test"}' };
const message = { headers: signHeaders(signed, new Date()), body: signed.body };
const reasonOf = async (sending: Promise<SendResult>) => (await sending).error ?? 'arrived';

test('a message is signed as the specification of Standard Webhooks has it', () => {
  // The specification's own example.
  const headers = signHeaders(
    {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      body: '{"test": 2432232314}',
    },
    new Date(1_614_265_330_000),
  );
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('it arrives with its signature, and whatever the receiver says is not read', async () => {
  await using receiver = await startWebhookReceiver();
  const send = createMessageSender({ allowPrivate: true });
  receiver.answer = { status: 200, body: 'x'.repeat(1_000_000) };
  expect(await send({ ...message, url: receiver.url })).toEqual({ statusCode: 200, error: null });
  const { headers = {}, body = '' } = receiver.received[0] ?? {};
  const key = Buffer.from(signed.secret.replace('whsec_', ''), 'base64');
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signature = createHmac('sha256', key).update(text).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);
  expect(body).toBe(message.body);
});

test('refusals, redirects and silence are told apart, and no redirect is followed', async () => {
  await using receiver = await startWebhookReceiver();
  const send = createMessageSender({ allowPrivate: true }, 200);
  const url = receiver.url;
  receiver.answer = { status: 500, body: 'a secret of the receiver' };
  expect(await reasonOf(send({ ...message, url }))).toBe('The receiver answered with status 500.');
  receiver.answer = { status: 302, headers: { location: '/inside' } };
  expect(await reasonOf(send({ ...message, url }))).toMatch(/redirected \(302\)/);
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook']);
  receiver.answer = undefined;
  expect(await reasonOf(send({ ...message, url }))).toBe('The receiver did not respond in time.');
});

test('nothing inside is called, and a name inside is the same as one that does not exist', async () => {
  await using receiver = await startWebhookReceiver();
  const { port } = new URL(receiver.url);
  const send = createMessageSender({
    allowPrivate: false,
    resolveHost: async (name) => {
      if (name === 'nowhere.example.com') throw new Error('ENOTFOUND');
      return name === 'public.example.com' ? ['8.8.8.8'] : ['127.0.0.1'];
    },
  });
  const to = (host: string, scheme = 'https') =>
    reasonOf(send({ ...message, url: `${scheme}://${host}:${port}/hook` }));
  const notAllowed = 'The receiver is at an address that is not allowed on this installation.';
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '169.254.169.254', '[::ffff:10.0.0.1]'])
    expect(await to(host), host).toBe(notAllowed);
  expect(await to('inside.example.com')).toBe('The receiver cannot be reached.');
  expect(await to('nowhere.example.com')).toBe('The receiver cannot be reached.');
  expect(await to('public.example.com', 'http')).toBe('The receiver has to be reached by https.');
  const named = createMessageSender({ allowPrivate: true, hosts: ['hooks.example.com'] });
  expect(await reasonOf(named({ ...message, url: receiver.url }))).toBe(notAllowed);
  expect(receiver.received).toEqual([]);
});
