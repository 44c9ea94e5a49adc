import { expect, test } from 'vitest';
import { jsonBytesOf } from './json-bytes.ts';

test.each(['', '"quotes"\\\n\t', '\u0000\u001f\u007f', 'ü', '€ \u2028', '😀', 'a'])(
  'counts the bytes of %j',
  (text) => {
    expect(jsonBytesOf(text)).toBe(Buffer.byteLength(JSON.stringify(text)));
  },
);
