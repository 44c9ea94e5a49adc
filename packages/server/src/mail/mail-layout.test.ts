import { expect, test } from 'vitest';
import { renderMail } from './mail-layout.ts';

const mail = renderMail('ada@example.com', 'https://console.example.com', {
  subject: 'A <subject> & more',
  greeting: 'Hello <script>alert(1)</script>,',
  paragraphs: ['First "paragraph".', 'Second paragraph.'],
  action: { label: 'Do it', url: 'https://console.example.com/console/confirm?token=a&b="c"' },
  footnotes: ['A footnote.'],
});

test('the text part has every word and the link on a line of its own', () => {
  expect(mail.text).toBe(`Hello <script>alert(1)</script>,

First "paragraph".

Second paragraph.

Do it:
https://console.example.com/console/confirm?token=a&b="c"

A footnote.

--${' '}
Atrium
https://console.example.com/index
`);
});

test('the HTML part has the same words, and nothing that people typed becomes markup', () => {
  for (const words of ['First "paragraph".', 'Second paragraph.', 'Do it', 'A footnote.']) {
    expect(mail.html).toContain(words);
  }
  expect(mail.html).toContain('Hello &lt;script&gt;alert(1)&lt;/script&gt;,');
  expect(mail.html).toContain('<title>A &lt;subject&gt; &amp; more</title>');
  expect(mail.html).toContain('token=a&amp;b=&quot;c&quot;');
  expect(mail.html).not.toContain('<script');
  expect(mail.html).not.toMatch(/src=|url\(/);
});
