import { expect, test } from 'vitest';
import { type Content, quoteLine, type Told, titleOf } from './facts.ts';
import { CHAT_BODIES, webhookBody } from './messages.ts';

const told: Told = {
  type: 'function.errors',
  title: 'orders/<!channel> fails\r\nBcc: eve@example.com',
  text: '12 of 20 calls of *orders* <!everyone> @here [a](https://evil.example) & more have failed.',
  tone: 'bad',
  data: { calls: 20 },
  at: '2026-11-29T22:40:00.000Z',
  link: { label: 'Show the function', url: 'https://atrium.example/f?a=1&b=2' },
  lastSubmission: {
    serviceId: 'hyper-dispatch',
    version: 12,
    message: 'Fix <b>prices</b>',
    author: 'ada',
    submittedAt: '2026-11-29T22:30:00.000Z',
    url: 'https://atrium.example/v',
  },
};
const one: Content = { told: [told], more: 0, settingsUrl: 'https://atrium.example/n' };
const many: Content = { ...one, told: [told, { ...told, lastSubmission: null }], more: 3 };
const NOW = new Date('2026-11-29T22:41:00Z');

test('titles are one line, and never long', () => {
  expect(titleOf(one)).toBe('orders/<!channel> fails Bcc: eve@example.com');
  expect(titleOf(many)).toBe('5 notifications');
  expect(quoteLine('a'.repeat(500))).toHaveLength(200);
});

test('a message to Slack has blocks, and mentions no one', () => {
  const body = CHAT_BODIES.SLACK(one);
  expect(body).toMatchObject({
    blocks: [
      { type: 'header', text: { type: 'plain_text' } },
      { type: 'section', text: { type: 'mrkdwn' } },
      {
        type: 'context',
        elements: [
          {
            text: 'Last submission before: hyper-dispatch version 12 by ada, 2026-11-29 22:30 UTC: Fix &lt;b&gt;prices&lt;/b&gt; <https://atrium.example/v|Show it>',
          },
        ],
      },
      { type: 'context' },
    ],
  });
  const texts = JSON.stringify({ ...body, blocks: (body as { blocks: object[] }).blocks.slice(1) });
  expect(texts).not.toMatch(/<!/);
  expect(texts).toContain('<https://atrium.example/f?a=1&amp;b=2|Show the function>');
  expect(JSON.stringify(CHAT_BODIES.SLACK(many))).toContain('And 3 more.');
});

test('a message to Microsoft Teams is an adaptive card whose texts know no markup', () => {
  const body = CHAT_BODIES.TEAMS(one);
  expect(body).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          version: '1.4',
          actions: [
            { type: 'Action.OpenUrl', url: told.link.url },
            { type: 'Action.OpenUrl', url: told.lastSubmission?.url },
            { type: 'Action.OpenUrl', url: one.settingsUrl },
          ],
        },
      },
    ],
  });
  expect(JSON.stringify(body)).not.toContain('"TextBlock"');
  expect(JSON.stringify(CHAT_BODIES.TEAMS(many))).toContain('And 3 more.');
});

test('a message to Discord has embeds, mentions no one and escapes markup', () => {
  const body = CHAT_BODIES.DISCORD(many);
  expect(body).toMatchObject({
    ['allowed_mentions']: { parse: [] },
    embeds: [
      {
        url: told.link.url,
        timestamp: told.at,
        description: expect.stringContaining('\\[a\\]\\(https://evil.example\\)'),
        fields: [{ value: expect.stringContaining('hyper\\-dispatch version 12 by ada') }],
      },
      {},
    ],
  });
  expect(
    JSON.stringify(CHAT_BODIES.DISCORD({ ...many, told: Array.from({ length: 12 }, () => told) })),
  ).toContain('And 5 more.');
});

test('a webhook gets one message as it is, and several in one', () => {
  const message = {
    type: 'function.errors',
    timestamp: told.at,
    data: { calls: 20, url: told.link.url, lastSubmission: told.lastSubmission },
  };
  expect(webhookBody(one, NOW)).toEqual(message);
  expect(webhookBody(many, NOW)).toMatchObject({
    type: 'notifications',
    timestamp: NOW.toISOString(),
    data: { notifications: [message, { data: { lastSubmission: null } }], more: 3 },
  });
});
