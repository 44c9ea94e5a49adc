import { readFileSync } from 'node:fs';

/** Code of a machine: the engine and those of its own parts that come as separate modules. */
export interface Engine {
  wasm: WebAssembly.Module;
  extensions: { name: string; wasm: WebAssembly.Module }[];
}

const EXTENSIONS = ['url', 'encoding', 'crypto'];
/** Most memory of a machine, in pages of 64 KiB; the engine counts only what its own allocator gives out. */
const MAX_PAGES = (256 * 1024 * 1024) / 65_536;

/** WebAssembly module of QuickJS, compiled once per process. */
export function compileEngine(): WebAssembly.Module {
  return new WebAssembly.Module(withMaximum(read('quickjs-wasi/quickjs.wasm'), MAX_PAGES));
}

export function compileMachine(): Engine {
  const compile = (name: string) => new WebAssembly.Module(new Uint8Array(read(`quickjs-wasi/${name}.so`)));
  return { wasm: compileEngine(), extensions: EXTENSIONS.map((name) => ({ name, wasm: compile(name) })) };
}

/** Parts of the prelude, each a function that the prelude calls. */
export const GUEST_PARTS = [
  'bodies',
  'built-ins',
  'clone',
  'console',
  'encoding',
  'events',
  'fetch',
  'http',
  'inspect',
  'intl',
  'json',
  'mock',
  'timers',
  'url',
] as const;

/** A part of the machine that is there before any code of a customer. */
export function readGuest(name: (typeof GUEST_PARTS)[number] | 'prelude'): string {
  return readFileSync(new URL(`../guest/${name}.js`, import.meta.url), 'utf8');
}

/** The assertion library that tests get, as one module without imports. */
export function readChai(): string {
  return read('chai').toString('utf8');
}

/** Streams, as a part. */
export function readStreams(): string {
  const library = read('web-streams-polyfill/dist/ponyfill.js').toString('utf8');
  return `(function streams() { const exports = {}; const module = { exports };\n${library}\nreturn exports; })`;
}

function read(specifier: string): Buffer {
  return readFileSync(new URL(import.meta.resolve(specifier)));
}

/** Adds a maximum to the memory that a module defines: section 5, one memory, without a maximum. */
function withMaximum(module: Uint8Array, pages: number): Uint8Array<ArrayBuffer> {
  for (let at = 8; at < module.length; ) {
    const size = readNumber(module, at + 1);
    const contentAt = at + 1 + size.length;
    if (module[at] !== 5) {
      at = contentAt + size.value;
      continue;
    }
    const least = readNumber(module, contentAt + 2);
    if (module[contentAt] !== 1 || module[contentAt + 1] !== 0) break;
    const content = [1, 1, ...writeNumber(least.value), ...writeNumber(pages)];
    const section = Uint8Array.from([5, ...writeNumber(content.length), ...content]);
    const parts = [module.subarray(0, at), section, module.subarray(contentAt + size.value)];
    return new Uint8Array(Buffer.concat(parts));
  }
  throw new Error('the engine defines its memory elsewhere');
}

/** LEB128, as WebAssembly writes numbers. */
function readNumber(bytes: Uint8Array, at: number): { value: number; length: number } {
  let value = 0;
  for (let length = 1; ; length += 1) {
    const byte = bytes[at + length - 1] ?? 0;
    value |= (byte & 0x7f) << (7 * (length - 1));
    if (byte < 0x80) return { value, length };
  }
}

function writeNumber(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...writeNumber(value >>> 7)];
}
