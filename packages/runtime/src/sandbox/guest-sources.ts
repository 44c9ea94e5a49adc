import { readFileSync } from 'node:fs';

/** WebAssembly module of QuickJS, compiled once per thread. */
export function compileEngine(): WebAssembly.Module {
  return new WebAssembly.Module(read('quickjs-wasi/quickjs.wasm'));
}

export function readPrelude(): string {
  return readFileSync(new URL('./guest/prelude.js', import.meta.url), 'utf8');
}

/** The assertion library that tests get, as one module without imports. */
export function readChai(): string {
  return read('chai').toString('utf8');
}

function read(specifier: string): Buffer {
  return readFileSync(new URL(import.meta.resolve(specifier)));
}
