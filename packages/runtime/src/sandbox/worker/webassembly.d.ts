/* The part of WebAssembly that the sandbox uses; its types otherwise come only with those of a browser. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
}
