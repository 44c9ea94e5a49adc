import { readFileSync } from 'node:fs';

/** WebAssembly module of QuickJS, compiled once per thread. */
export function compileEngine(): WebAssembly.Module {
  return new WebAssembly.Module(read('quickjs-wasi/quickjs.wasm'));
}

/** Parts of the prelude, each a function that the prelude calls. */
export const GUEST_PARTS = ['built-ins', 'console', 'inspect', 'json'] as const;

/** A part of the machine that is there before any code of a customer. */
export function readGuest(name: (typeof GUEST_PARTS)[number] | 'prelude'): string {
  return readFileSync(new URL(`../guest/${name}.js`, import.meta.url), 'utf8');
}

/** The assertion library that tests get, as one module without imports. */
export function readChai(): string {
  return read('chai').toString('utf8');
}

function read(specifier: string): Buffer {
  return readFileSync(new URL(import.meta.resolve(specifier)));
}
