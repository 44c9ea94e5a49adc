/*
 * Runs inside the sandbox, before the prelude: TextEncoder and TextDecoder. The engine decodes UTF-8 and UTF-16; the host decodes what
 * older files and services still use.
 */
(function encoding(decodeOnHost) {
  'use strict';
  const { TextDecoder: Own } = globalThis;
  const { apply } = Reflect;
  /** Longest argument list of a call of the engine. */
  const CHUNK = 8192;
  const MAX_BYTES = 8_000_000;

  function bytesOf(input, call) {
    if (input instanceof ArrayBuffer || input instanceof SharedArrayBuffer) return new Uint8Array(input);
    if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
    throw new TypeError(`${call} needs an ArrayBuffer or a view of one`);
  }

  /** A character for each byte. */
  function toBinary(bytes) {
    let text = '';
    for (let at = 0; at < bytes.length; at += CHUNK)
      text += apply(String.fromCharCode, null, bytes.subarray(at, at + CHUNK));
    return text;
  }

  class TextDecoder {
    #own;
    #encoding;
    #fatal;
    #ignoreBOM;
    /** Bytes of a stream so far, and how much of their text has been returned. */
    #bytes = '';
    #returned = 0;

    constructor(label = 'utf-8', options = {}) {
      const name = `${label}`;
      const { fatal = false, ignoreBOM = false } = options ?? {};
      this.#fatal = Boolean(fatal);
      this.#ignoreBOM = Boolean(ignoreBOM);
      try {
        this.#own = new Own(name, { fatal: this.#fatal, ignoreBOM: this.#ignoreBOM });
        this.#encoding = this.#own.encoding;
      } catch (cause) {
        if (!(cause instanceof RangeError)) throw cause;
        this.#encoding = decodeOnHost({ label: name }).encoding;
        if (this.#encoding === undefined)
          throw new RangeError(`The encoding ${JSON.stringify(name)} is not supported`);
      }
    }

    get encoding() {
      return this.#encoding;
    }

    get fatal() {
      return this.#fatal;
    }

    get ignoreBOM() {
      return this.#ignoreBOM;
    }

    decode(input = new Uint8Array(), options = {}) {
      const bytes = bytesOf(input, 'TextDecoder.decode');
      const stream = Boolean(options?.stream);
      if (this.#own) return this.#own.decode(bytes, { stream });
      if (this.#bytes.length + bytes.length > MAX_BYTES)
        throw new RangeError(`${this.#encoding} is decoded up to ${MAX_BYTES / 1e6} MB`);
      const all = this.#bytes + toBinary(bytes);
      const { text } = decodeOnHost({
        label: this.#encoding,
        fatal: this.#fatal,
        ignoreBOM: this.#ignoreBOM,
        bytes: all,
        stream,
      });
      const rest = text?.slice(this.#returned);
      this.#bytes = stream && text !== undefined ? all : '';
      this.#returned = stream && text !== undefined ? text.length : 0;
      if (text === undefined) throw new TypeError(`The encoded data was not valid for ${this.#encoding}`);
      return rest;
    }
  }

  const views = [
    [
      TextDecoder,
      ({ encoding: name, fatal, ignoreBOM }) => ({ fields: { encoding: name, fatal, ignoreBOM } }),
    ],
    [TextEncoder, ({ encoding: name }) => ({ fields: { encoding: name } })],
  ];
  return { globals: { TextDecoder, TextEncoder }, views, bytesOf, toBinary };
});
