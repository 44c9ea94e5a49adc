import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { forgotPassword, resetPassword } from '@atrium/contract/accounts/password';
import { confirmEmail, register } from '@atrium/contract/accounts/registration';
import { pino } from 'pino';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { person, signIn } from '../../test/people.ts';
import { startTestApp } from '../../test/support.ts';
import { allJobs } from '../all-jobs.ts';
import { createSmtpMail } from './mail-smtp.ts';

interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and parts as they came over the wire. */
  source: string;
}

/** A mail server of its own on a free port, as a stand-in for the operator's. */
async function startMailServer(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    received,
    port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Of the link in the text of a mail. */
function tokenOf(source: string): string {
  return /token=([\w-]{43})/.exec(partOf(source, 'text/plain'))?.[1] ?? '';
}

/** The body of one part, with the transfer encoding taken off. */
function partOf(source: string, type: string): string {
  const start = source.indexOf(`Content-Type: ${type}`);
  const part = source.slice(start, source.indexOf('\r\n--', start));
  const body = part.slice(part.indexOf('\r\n\r\n') + 4);
  if (/quoted-printable/i.test(part)) {
    const bytes = body
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
  }
  return (/base64/i.test(part) ? Buffer.from(body, 'base64').toString('utf8') : body).replaceAll(
    '\r\n',
    '\n',
  );
}

test('a mail leaves over SMTP with a text part, an HTML part and its link in both', async () => {
  await using mailServer = await startMailServer();
  await using server = await startTestApp({
    config: { smtpUrl: `smtp://127.0.0.1:${mailServer.port}`, publicUrl: 'https://console.example.com' },
  });
  await buildUser(server.context, { username: 'amy' });
  await server.call(forgotPassword, { body: { email: 'amy@example.com' } });
  await server.context.jobs.runDue(allJobs(server.context));

  expect(mailServer.received).toHaveLength(1);
  const [mail] = mailServer.received;
  expect(mail).toMatchObject({ from: 'no-reply@console.example.com', to: ['amy@example.com'] });
  const { source = '' } = mail ?? {};
  expect(source).toContain('Subject: Reset your password');
  expect(source).toContain('Content-Type: multipart/alternative');
  const text = partOf(source, 'text/plain');
  const html = partOf(source, 'text/html');
  const link = /https:\/\/console\.example\.com\/console\/reset\?token=[\w-]{43}/;
  const [url] = link.exec(text) ?? [];
  expect(url).toBeDefined();
  expect(text).toContain('Hello Ada,');
  expect(html).toContain(`href="${url}"`);
  expect(html).toContain('Choose a new password');
});

test('addresses at internationalized hosts and with all signs that addresses may have get their mails', async () => {
  await using mailServer = await startMailServer({ hideSMTPUTF8: true });
  await using server = await startTestApp({
    config: { smtpUrl: `smtp://127.0.0.1:${mailServer.port}`, publicUrl: 'https://console.example.com' },
  });
  const typed = ['info@münchen.de', 'user@почта.рф', "o'x&y=z/1@example.org"];
  for (const [count, email] of typed.entries()) {
    await server.call(register, { body: { ...person(`p${count}`), email } });
    await server.context.jobs.runDue(allJobs(server.context));
  }
  const sent = mailServer.received.map(({ source }) => /^To: (.+)$/m.exec(source)?.[1]?.trim());
  expect(sent).toEqual(['info@xn--mnchen-3ya.de', 'user@xn--80a1acny.xn--p1ai', "o'x&y=z/1@example.org"]);
  // The stand-in shows hosts as people read them; it takes no other letters over the wire.
  expect(mailServer.received.map(({ to }) => to)).toEqual(typed.map((email) => [email]));

  const token = tokenOf(mailServer.received[0]?.source ?? '');
  await server.call(confirmEmail, { query: { token } });
  const { user } = await signIn(server, { username: 'info@MÜNCHEN.de', password: person('p0').password });
  expect(user.username).toBe('p0');
});

test('what is attached to a mail arrives under its name', async () => {
  await using mailServer = await startMailServer();
  const mail = createSmtpMail(`smtp://127.0.0.1:${mailServer.port}`, () => 'https://console.example.com');
  const content = Buffer.from('%PDF-1.3');
  const attachments = [{ name: '2026-000042.pdf', type: 'application/pdf', content }];
  await mail.send({
    to: 'amy@example.com',
    subject: 'Invoice',
    text: 'Yours',
    html: '<p>Yours</p>',
    attachments,
  });
  mail.close();
  const { source = '' } = mailServer.received[0] ?? {};
  expect(source).toContain('Content-Disposition: attachment; filename=2026-000042.pdf');
  expect(partOf(source, 'application/pdf').trim()).toBe('%PDF-1.3');
});

test('the sender and the sign-in of the mail server come from SMTP_URL', async () => {
  const signIns: string[] = [];
  await using mailServer = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      signIns.push(`${username} ${password}`);
      done(null, { user: username });
    },
  });
  const smtpUrl = `smtp://post:p%40ss@127.0.0.1:${mailServer.port}?from=${encodeURIComponent('Acme <hello@acme.example>')}`;
  await using server = await startTestApp({ config: { smtpUrl } });
  await buildUser(server.context, { username: 'ben' });
  await server.call(forgotPassword, { body: { email: 'ben@example.com' } });
  await server.context.jobs.runDue(allJobs(server.context));
  expect(signIns).toEqual(['post p@ss']);
  expect(mailServer.received).toMatchObject([{ from: 'hello@acme.example', to: ['ben@example.com'] }]);
  expect(mailServer.received[0]?.source).toContain('From: Acme <hello@acme.example>');
});

test('a mail that the server refuses is tried again, with a link that works', async () => {
  let isRefusing = true;
  await using mailServer = await startMailServer({
    onRcptTo(_address, _session, done) {
      done(isRefusing ? Object.assign(new Error('busy'), { responseCode: 451 }) : null);
    },
  });
  await using server = await startTestApp({
    config: { smtpUrl: `smtp://127.0.0.1:${mailServer.port}` },
  });
  await buildUser(server.context, { username: 'cleo' });
  const request = { area: 'accounts', kind: 'forgotten', email: 'cleo@example.com' };
  // More often than one mailbox gets such a mail: what was not sent does not count.
  for (let tries = 0; tries < 20; tries++) {
    await expect(server.context.mail.send(request)).rejects.toThrow('busy');
  }
  isRefusing = false;
  await server.context.mail.send(request);
  const [mail] = mailServer.received;
  expect(mailServer.received).toHaveLength(1);
  await server.call(resetPassword, {
    body: { token: tokenOf(mail?.source ?? ''), password: 'correct horse battery' },
  });
});

/** Runs the job of a mail that the server refuses at a command; returns how it ended and what was logged. */
async function sendRefused(at: 'onMailFrom' | 'onRcptTo' | 'onData', code: number) {
  let tries = 0;
  const refusal = Object.assign(new Error('no such mailbox'), { responseCode: code });
  const refuse = (given: unknown, _session: unknown, done: (error: Error) => void) => {
    tries += 1;
    if (given instanceof Readable) given.resume();
    done(refusal);
  };
  await using mailServer = await startMailServer({ [at]: refuse });
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) });
  await using server = await startTestApp({
    config: { smtpUrl: `smtp://127.0.0.1:${mailServer.port}` },
    log,
  });
  lines.length = 0;
  await buildUser(server.context, { username: 'fay' });
  await server.call(forgotPassword, { body: { email: 'fay@example.com' } });
  const run = () => server.context.jobs.runDue(allJobs(server.context));
  const error = await run().then(
    () => undefined,
    (thrown: Error) => thrown.message,
  );
  const runAgain = error === undefined ? await run() : undefined;
  return { error, tries, lines, runAgain };
}

test.each([
  ['onRcptTo', 550],
  ['onData', 554],
] as const)('a mail refused for good in %s with %i is a warning, and is not sent again', async (at, code) => {
  const { lines, ...end } = await sendRefused(at, code);
  expect(end).toEqual({ error: undefined, tries: 1, runAgain: 0 });
  expect(lines).toMatchObject([
    {
      level: 40,
      mail: 'forgotten',
      reason: expect.stringContaining(`${code} no such mailbox`),
      msg: 'The mail server refused a mail for good. It is not sent again.',
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain('stack');
});

test.each([
  ['onRcptTo', 451],
  ['onRcptTo', 530],
  ['onMailFrom', 550],
] as const)(
  'a mail refused in %s with %i for now, or because of our settings, fails its job',
  async (at, code) => {
    expect((await sendRefused(at, code)).error).toContain('no such mailbox');
  },
);

test('the link of a mail works while a slow server still has not taken it', async () => {
  const taking = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await using mailServer = await startMailServer({
    onData(stream, _session, done) {
      let source = '';
      stream.on('data', (chunk: Buffer) => (source += chunk.toString('latin1')));
      stream.on('end', () => {
        link = tokenOf(source);
        asked.resolve();
        void taking.promise.then(() => done());
      });
    },
  });
  let link = '';
  await using server = await startTestApp({
    config: { smtpUrl: `smtp://127.0.0.1:${mailServer.port}` },
  });
  await buildUser(server.context, { username: 'dora' });
  const sending = server.context.mail.send({
    area: 'accounts',
    kind: 'forgotten',
    email: 'dora@example.com',
  });
  await asked.promise;
  const body = { token: link, password: 'correct horse battery' };
  expect((await server.request(resetPassword, { body })).statusCode).toBe(204);
  taking.resolve();
  await sending;
});

test('a server that takes no mail is given up in time, and so is the wait for a connection to it', async () => {
  let isHanging = true;
  await using mailServer = await startMailServer({
    onRcptTo(_address, _session, done) {
      if (!isHanging) done();
    },
  });
  const mail = createSmtpMail(
    `smtp://127.0.0.1:${mailServer.port}`,
    () => 'https://console.example.com',
    300,
  );
  const message = { to: 'eve@example.com', subject: 'News', text: 'News', html: '<p>News</p>' };
  // More than it has connections.
  const sent = await Promise.allSettled([1, 2, 3, 4].map(() => mail.send(message)));
  const late = new Error('The mail server did not take the mail in time.');
  expect(sent).toEqual(sent.map(() => ({ status: 'rejected', reason: late })));
  isHanging = false;
  const isTaken = () =>
    mail.send(message).then(
      () => true,
      () => false,
    );
  await expect.poll(isTaken, { timeout: 5000 }).toBe(true);
  mail.close();
});

test('another machine gets no mail without encryption, unless the operator says so', async () => {
  await using mailServer = await startMailServer();
  const sendWith = async (smtpUrl: string) => {
    await using server = await startTestApp({ config: { smtpUrl } });
    await buildUser(server.context, { username: 'dan' });
    await server.context.mail.send({
      area: 'accounts',
      kind: 'forgotten',
      email: 'dan@example.com',
    });
  };
  // Reaches this machine, and does not say so.
  const address = `smtp://0.0.0.0:${mailServer.port}`;
  await expect(sendWith(address)).rejects.toThrow(/TLS/);
  expect(mailServer.received).toEqual([]);
  await sendWith(`${address}?requireTLS=false`);
  expect(mailServer.received).toHaveLength(1);
});
