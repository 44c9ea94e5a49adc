import { expect, it, vi } from 'vitest';
import { encodeFrame, FrameReader } from './frame.ts';

const FRAMES = [
  [{ type: 'need', key: 'a' }, ''],
  [{ type: 'sources', key: 'ü' }, '{"functions/ä.js":"€"}'],
  [{ type: 'reply', id: 1 }, 'null'],
] as const;

it.each([1, 3, 8, 50, 1000])('reads frames from pieces of %i bytes', (size) => {
  const bytes = Buffer.concat(FRAMES.map(([header, text]) => encodeFrame(header, text)));
  const read: unknown[] = [];
  const reader = new FrameReader((header, text) => read.push([header, text]));
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  expect(read).toEqual(FRAMES);
});

it('joins the pieces of a large frame once for its head and once for all of it', () => {
  const text = 'x'.repeat(1_000_000);
  const frame = encodeFrame({ type: 'sources' }, text);
  const concat = vi.spyOn(Buffer, 'concat');
  const read: string[] = [];
  const reader = new FrameReader((_, received) => read.push(received));
  for (let at = 0; at < frame.length; at += 1000) reader.push(frame.subarray(at, at + 1000));
  const joins = concat.mock.calls.length;
  concat.mockRestore();
  expect(read.length === 1 && read[0] === text).toBe(true);
  expect(joins).toBeLessThanOrEqual(2);
});

it('refuses a frame that is larger than any that is sent', () => {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(2 ** 31, 4);
  expect(() => new FrameReader(() => undefined).push(head)).toThrow('frame too large');
});
