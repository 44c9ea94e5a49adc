import { once } from 'node:events';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageBatch } from '@atrium/contract/service-api/functions/usage';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { gatheringMs } from './gathering.ts';
import { UsageSums } from './usage-events.ts';
import { UsageJournal } from './usage-journal.ts';
import { readRecords, toRecord, type UsageRecord } from './usage-record.ts';
import { UsageShipper } from './usage-shipper.ts';

const at = new Date('2026-11-21T10:59:59Z');
const ANN = '0197a000-0000-7000-8000-0000000000a1';
const BOB = '0197a000-0000-7000-8000-0000000000b0';
const used = (userId: string, calls = 1, durationMs = 1.2, memoryBytes = 10) => ({
  identity: { domainId: 'acme', userId, serviceId: 'hyper-dispatch' },
  metric: 'invoke',
  target: 'live',
  calls,
  durationMs,
  memoryBytes,
});

async function* piecesOf(text: string, size: number) {
  for (let from = 0; from < text.length; from += size) yield text.slice(from, from + size);
}

function toEvents(segment: string, records: readonly UsageRecord[]) {
  const sums = new UsageSums();
  for (const record of records) sums.add(record);
  return [...sums.list(segment)];
}

describe('records and events', () => {
  const unversioned = fc.tuple(
    fc.integer({ min: 1_763_000_000_000, max: 1_763_020_000_000 }),
    fc.constantFrom('acme', 'other'),
    fc.constantFrom(ANN, BOB),
    fc.constantFrom('hyper-dispatch', 'content'),
    fc.constantFrom('invoke', 'query'),
    fc.constantFrom('live', 'test', 'orders/create', '/test'),
    fc.nat(5),
    fc.nat(1000),
    fc.nat(100_000),
  );
  const record: fc.Arbitrary<UsageRecord> = fc
    .tuple(unversioned, fc.option(fc.integer({ min: 0, max: 3 })))
    .map(([line, version]) => (version === null ? line : [...line, version]));

  it('keep every unit, by person, service, metric, target, type and hour', () => {
    fc.assert(
      fc.property(fc.array(record), (records) => {
        const events = toEvents('segment-1', records);
        for (const [type, index] of [
          ['COUNTER', 6],
          ['TIMER', 7],
          ['MEMORY', 8],
        ] as const) {
          const sum = events
            .filter((event) => event.type === type)
            .reduce((total, { quantity }) => total + quantity, 0);
          expect(sum).toBe(records.reduce((total, each) => total + each[index], 0));
        }
        expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
        expect(toEvents('segment-1', records)).toEqual(events);
        fc.pre(events.length > 0);
        expect(UsageBatch.safeParse({ batchId: 'b', events }).success).toBe(true);
        expect(toEvents('segment-2', records)[0]?.id).not.toBe(events[0]?.id);
      }),
    );
  });

  it('say what each version had of them, in one event', () => {
    fc.assert(
      fc.property(fc.array(record), (records) => {
        const events = toEvents('segment-1', records);
        const asBefore = records.map((each) => each.slice(0, 9) as UsageRecord);
        expect(events.map(({ versions: _, ...event }) => event)).toEqual(toEvents('segment-1', asBefore));
        const named = events
          .filter(({ type }) => type === 'COUNTER')
          .flatMap(({ versions = [] }) => versions)
          .filter(({ version }) => version === 2);
        const calls = records.filter((each) => each[9] === 2).map((each) => each[6]);
        expect(named.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(
          calls.reduce((sum, each) => sum + each, 0),
        );
      }),
    );
    const most = Array.from({ length: 30 }, (_, version) =>
      toRecord({ ...used(ANN, 1, 0, 0), version: version % 25 }, at),
    );
    const [event, ...others] = toEvents('s', most);
    expect([event?.quantity, event?.versions?.length, others]).toEqual([30, 20, []]);
    expect(event?.versions?.slice(4, 6)).toEqual([
      { version: 4, quantity: 2 },
      { version: 5, quantity: 1 },
    ]);
    const tooMuch = [{ ...event, domainId: 'acme', quantity: 3 }];
    expect(UsageBatch.safeParse({ batchId: 'b', events: tooMuch }).success).toBe(false);
  });

  it('count whole units, and leave out what was not used', () => {
    expect(toRecord(used(ANN, 1, 0.01, 7.5), at).slice(6)).toEqual([1, 1, 8]);
    expect(toEvents('s', [toRecord(used(ANN, 1, 0, 0), at)]).map(({ type }) => type)).toEqual(['COUNTER']);
  });

  it('ignore a line that was cut short, and are whole however the file comes', async () => {
    const line = JSON.stringify(toRecord(used(ANN), at));
    const read = async (text: string, size: number) => {
      const lines: string[] = [];
      for await (const record of readRecords(piecesOf(text, size))) lines.push(JSON.stringify(record));
      return lines;
    };
    for (const size of [1, 7, 1000]) {
      expect(await read(`${line}\n\n${line}\n${line.slice(0, 20)}`, size)).toEqual([line, line]);
      expect(await read(line.slice(0, 5), size)).toEqual([]);
    }
  });
});

it.each([
  [0, 2_000],
  [100, 2_000],
  [3_000, 30_000],
  [1_000_000, 300_000],
])('after %d events gathers usage for %d ms', (events, ms) => {
  expect(gatheringMs(events, 2_000)).toBe(ms);
});

describe('the journal and its shipping', () => {
  const receiver = createServer();
  let folder = '';
  let taken: UsageBatch[] = [];
  let refuse: (attempt: number) => number | 'drop' | 'drop after taking' = () => 204;
  let attempts = 0;
  receiver.on('request', (request, response) => {
    void (async () => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const answer = refuse(attempts++);
      if (answer === 204 || answer === 'drop after taking') taken.push(UsageBatch.parse(JSON.parse(text)));
      if (typeof answer === 'number') response.writeHead(answer).end();
      else response.destroy();
    })();
  });
  receiver.listen(0, '127.0.0.1');
  afterAll(() => receiver.close());

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-usage-'));
    [taken, attempts] = [[], 0];
    refuse = () => 204;
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function open() {
    if (!receiver.listening) await once(receiver, 'listening');
    const journal = new UsageJournal({ folder, now: () => at });
    const platformUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const tokens = { issue: () => Promise.resolve('token') };
    return {
      journal,
      shipper: new UsageShipper({ folder, journal, platformUrl, tokens, log: pino({ level: 'silent' }) }),
    };
  }
  const counted = () => {
    const events = new Map(taken.flatMap((batch) => batch.events).map((event) => [event.id, event]));
    return [...events.values()]
      .filter(({ type }) => type === 'COUNTER')
      .reduce((sum, { quantity }) => sum + quantity, 0);
  };

  it('ships what was recorded, and deletes it then', async () => {
    const { journal, shipper } = await open();
    await Promise.all(Array.from({ length: 500 }, () => journal.record(used(ANN))));
    await shipper.ship();
    expect(counted()).toBe(500);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps what was sent while a backup holds the folder, and sends it again under the same ids', async () => {
    const { journal, shipper } = await open();
    const hold = join(folder, 'a.hold');
    writeFileSync(hold, '');
    await journal.record(used(ANN));
    for (const _ of ['once', 'and again']) await shipper.ship();
    expect(taken).toHaveLength(2);
    expect(counted()).toBe(1);
    expect(readdirSync(folder)).toHaveLength(2);

    // One that was killed a while ago holds nothing.
    const longAgo = new Date(Date.now() - 120_000);
    utimesSync(hold, longAgo, longAgo);
    await shipper.ship();
    expect(readdirSync(folder)).toEqual(['a.hold']);
    expect(counted()).toBe(1);
  });

  it('ships a sum for each function, in batches of any number of them', async () => {
    const { journal, shipper } = await open();
    const calls = Array.from({ length: 5000 }, (_, index) => ({
      ...used(ANN),
      target: `shop/f${index % 2500}`,
    }));
    await Promise.all(calls.map((call) => journal.record(call)));
    await shipper.ship();
    expect(counted()).toBe(5000);
    const targets = taken.flatMap(({ events }) => events.map(({ target }) => target));
    expect([new Set(targets).size, targets.length]).toEqual([2500, 7500]);
    expect(taken.every(({ events }) => events.length <= 1000)).toBe(true);
  });

  it('counts once what arrives twice, and loses nothing that was refused for a while', async () => {
    refuse = (attempt) =>
      attempt % 4 === 0 ? 'drop after taking' : attempt % 4 === 1 ? 503 : attempt % 4 === 2 ? 'drop' : 204;
    const { journal, shipper } = await open();
    for (let i = 0; i < 30; i++) {
      await journal.record(used(ANN));
      await shipper.ship();
    }
    refuse = () => 204;
    await shipper.ship();
    expect(counted()).toBe(30);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('ships what ended processes left, and never what living ones still write', async () => {
    const line = `${JSON.stringify(toRecord(used(ANN, 5), at))}\n`;
    writeFileSync(join(folder, '999999999-1-dead-1.open'), line);
    appendFileSync(join(folder, '999999999-1-dead-1.open'), line.slice(0, 30));
    writeFileSync(join(folder, `${process.pid}-1-reused-1.open`), line);
    const living = new UsageJournal({ folder, now: () => at });
    await living.record(used(BOB));
    const { shipper } = await open();
    await shipper.ship();
    expect(counted()).toBe(10);
    expect(readdirSync(folder).filter((name) => name.endsWith('.open'))).toHaveLength(1);
    living.close();
    await shipper.ship();
    expect(counted()).toBe(11);
  });

  it('seals later what it cannot seal yet, and ends all the same', async () => {
    const { journal, shipper } = await open();
    await journal.record(used(ANN));
    renameSync(folder, `${folder}-away`);
    expect(() => journal.seal()).toThrow('ENOENT');
    await journal.record(used(ANN));
    journal.close();
    renameSync(`${folder}-away`, folder);
    await shipper.stop();
    expect(counted()).toBe(2);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('counts once what two processes of one machine send at the same time', async () => {
    const { journal, shipper } = await open();
    const { shipper: other } = await open();
    for (let i = 0; i < 10; i++) {
      await journal.record(used(ANN));
      journal.seal();
    }
    await Promise.all([shipper.ship(), other.ship()]);
    expect(counted()).toBe(10);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps what the platform refuses for good', async () => {
    refuse = () => 422;
    const { journal, shipper } = await open();
    await journal.record(used(ANN));
    await shipper.ship();
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.refused$/)]);
  });

  it('keeps what cannot be read, and ships what comes after it', async () => {
    const line = JSON.stringify(toRecord(used(ANN), at));
    writeFileSync(join(folder, '0-damaged-1.sealed'), `${line}\n${line.slice(0, 20)}\n${line}\n`);
    const { journal, shipper } = await open();
    await journal.record(used(BOB));
    await shipper.ship();
    expect(counted()).toBe(1);
    expect(readdirSync(folder)).toEqual(['0-damaged-1.refused']);
  });

  it('says so when nothing can be written', async () => {
    const { journal } = await open();
    rmSync(folder, { recursive: true });
    await expect(journal.record(used(ANN))).rejects.toMatchObject({ status: 503, cause: { code: 'ENOENT' } });
    expect(journal.problem).toBe('Usage cannot be recorded.');
  });

  it('tries again once a second, however many calls ask', async () => {
    const { journal } = await open();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000);
    onTestFinished(() => clock.mockRestore());
    rmSync(folder, { recursive: true });
    await expect(journal.record(used(ANN))).rejects.toMatchObject({ status: 503 });
    mkdirSync(folder);
    expect(journal.problem).toBe('Usage cannot be recorded.');
    clock.mockReturnValue(11_000);
    expect(journal.problem).toBeUndefined();
  });
});
