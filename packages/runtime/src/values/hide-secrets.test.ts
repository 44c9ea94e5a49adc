import { describe, expect, it } from 'vitest';
import { createHideSecrets, hideInTexts } from './hide-secrets.ts';

const SECRET = 'sk_live_"ÄÖ+/=&-42';
const hide = createHideSecrets([
  ['STRIPE_KEY', SECRET],
  ['SHORT', 'abc1234'],
  ['NUMBER', '123456789'],
]);
if (!hide) throw new Error('there are secrets');
const LABEL = '[secret STRIPE_KEY]';

describe('secrets in texts that are kept', () => {
  it.each([
    ['plain', `key ${SECRET}!`],
    ['as JSON', JSON.stringify({ key: SECRET })],
    ['in a URL', `https://a.example/?key=${encodeURIComponent(SECRET)}`],
    ['in a form', new URLSearchParams({ key: `a ${SECRET}` }).toString()],
    ['in hex', Buffer.from(SECRET).toString('hex')],
    ['in base64', Buffer.from(SECRET).toString('base64')],
    ['in basic authorization', `Basic ${Buffer.from(`user:${SECRET}`).toString('base64')}`],
    ['behind one letter in base64', Buffer.from(`x${SECRET}yz`).toString('base64')],
    ['in base64url', Buffer.from(`xy${SECRET}`).toString('base64url')],
  ])('%s', (_how, text) => {
    const shown = hide(text);
    expect(shown).toContain(LABEL);
    expect(shown).not.toContain(SECRET);
    expect(shown).not.toContain(Buffer.from(SECRET).toString('base64').slice(4, 16));
  });

  it('are hidden where the text was cut within them', () => {
    expect(hide(`console: ${SECRET.slice(0, 12)}`)).toBe(`console: ${LABEL}`);
    expect(hide(`console: ${SECRET.slice(0, 4)}`)).toBe(`console: ${SECRET.slice(0, 4)}`);
  });

  it('are hidden where a parser quotes their beginning', () => {
    expect(hide(`unexpected token: '${SECRET.slice(0, 11)}'`)).toBe(`unexpected token: '${LABEL}'`);
  });

  it('are looked for from eight characters on', () => {
    expect(hide('abc1234')).toBe('abc1234');
    expect(createHideSecrets([['SHORT', 'abc1234']])).toBeUndefined();
  });

  it('are hidden in all texts of a value', () => {
    expect(hideInTexts(hide, { line: 123456789, stack: [{ function: SECRET }] })).toEqual({
      line: 123456789,
      stack: [{ function: LABEL }],
    });
  });
});
