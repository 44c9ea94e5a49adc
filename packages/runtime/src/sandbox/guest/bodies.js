/*
 * Runs inside the sandbox, before the prelude: Blob, File, FormData, and the body of a request or response.
 */
(function bodies(encoding, urls, streams) {
  'use strict';
  const { bytesOf, toBinary } = encoding;
  const { URLSearchParams } = urls;
  const { ReadableStream } = streams;
  const encode = (text) => new TextEncoder().encode(text);
  const decode = (bytes) => new TextDecoder().decode(bytes);
  const text = (value) => `${value}`.toWellFormed();
  let contentOf;

  function join(chunks) {
    const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const chunk of chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    return all;
  }

  const isBuffer = (value) =>
    value instanceof ArrayBuffer || value instanceof SharedArrayBuffer || ArrayBuffer.isView(value);

  const streamOf = (bytes, onRead = () => undefined) =>
    new ReadableStream(
      {
        pull(controller) {
          onRead();
          if (bytes.length > 0) controller.enqueue(bytes.slice());
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );

  class Blob {
    #bytes;
    #type;

    constructor(parts = [], options = {}) {
      if (typeof parts !== 'object' || typeof parts?.[Symbol.iterator] !== 'function')
        throw new TypeError('Blob needs a list of parts');
      const { type = '', endings = 'transparent' } = options ?? {};
      if (endings !== 'transparent' && endings !== 'native')
        throw new TypeError(`Blob: endings is transparent or native, not ${endings}`);
      const chunks = [...parts].map((part) => {
        if (part instanceof Blob) return part.#bytes;
        if (isBuffer(part)) return bytesOf(part);
        const given = text(part);
        return encode(endings === 'native' ? given.replace(/\r\n?/g, '\n') : given);
      });
      this.#bytes = join(chunks);
      const name = `${type}`;
      this.#type = /^[ -~]*$/.test(name) ? name.toLowerCase() : '';
    }

    static {
      contentOf = (blob) => blob.#bytes;
    }

    get size() {
      return this.#bytes.length;
    }

    get type() {
      return this.#type;
    }

    slice(start = 0, end = this.size, type = '') {
      // The class may have been extended: a slice is a Blob.
      return new Blob([this.#bytes.slice(start, end)], { type });
    }

    async arrayBuffer() {
      return this.#bytes.slice().buffer;
    }

    async bytes() {
      return this.#bytes.slice();
    }

    async text() {
      return decode(this.#bytes);
    }

    stream() {
      return streamOf(this.#bytes);
    }
  }

  class File extends Blob {
    #name;
    #lastModified;

    constructor(parts, name, options = {}) {
      if (arguments.length < 2) throw new TypeError('File needs a list of parts and a name');
      super(parts, options);
      this.#name = text(name);
      this.#lastModified =
        options?.lastModified === undefined ? Date.now() : Math.trunc(Number(options.lastModified));
    }

    get name() {
      return this.#name;
    }

    get lastModified() {
      return this.#lastModified;
    }

    get webkitRelativePath() {
      return '';
    }
  }

  class FormData {
    #list = [];

    constructor(form) {
      if (form !== undefined)
        throw new TypeError('FormData: there are no forms here, so it takes no argument');
    }

    #entry(call, given, name, value, fileName) {
      if (given < 2) throw new TypeError(`FormData.${call} needs a name and a value`);
      if (!(value instanceof Blob)) {
        if (given > 2) throw new TypeError(`FormData.${call}: only a Blob or File has a file name`);
        return [text(name), text(value)];
      }
      const { type } = value;
      if (value instanceof File && fileName === undefined) return [text(name), value];
      return [text(name), new File([value], fileName === undefined ? 'blob' : text(fileName), { type })];
    }

    append(name, value, fileName) {
      this.#list.push(this.#entry('append', arguments.length, name, value, fileName));
    }

    set(name, value, fileName) {
      const entry = this.#entry('set', arguments.length, name, value, fileName);
      const at = this.#list.findIndex(([each]) => each === entry[0]);
      if (at === -1) this.#list.push(entry);
      else
        this.#list = this.#list.flatMap((each, index) =>
          each[0] !== entry[0] ? [each] : index === at ? [entry] : [],
        );
    }

    delete(name) {
      this.#list = this.#list.filter(([each]) => each !== text(name));
    }

    get(name) {
      return this.#list.find(([each]) => each === text(name))?.[1] ?? null;
    }

    getAll(name) {
      return this.#list.filter(([each]) => each === text(name)).map(([, value]) => value);
    }

    has(name) {
      return this.#list.some(([each]) => each === text(name));
    }

    forEach(work, self) {
      for (const [name, value] of this) Reflect.apply(work, self, [value, name, this]);
    }

    *entries() {
      for (let at = 0; at < this.#list.length; at++) yield [...this.#list[at]];
    }

    *keys() {
      for (const [name] of this.entries()) yield name;
    }

    *values() {
      for (const [, value] of this.entries()) yield value;
    }

    [Symbol.iterator]() {
      return this.entries();
    }
  }

  const quoted = (name) =>
    name.replace(/["\r\n]/g, (sign) => ({ '"': '%22', '\r': '%0D', '\n': '%0A' })[sign]);
  const lines = (value) => value.replace(/\r\n|\r|\n/g, '\r\n');

  function writeForm(form) {
    const boundary = `----atrium-${crypto.randomUUID()}`;
    const chunks = [];
    for (const [name, value] of form) {
      const field = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(lines(name))}"`;
      if (typeof value === 'string') chunks.push(encode(`${field}\r\n\r\n${lines(value)}\r\n`));
      else
        chunks.push(
          encode(
            `${field}; filename="${quoted(value.name)}"\r\nContent-Type: ${value.type || 'application/octet-stream'}\r\n\r\n`,
          ),
          contentOf(value),
          encode('\r\n'),
        );
    }
    chunks.push(encode(`--${boundary}--\r\n`));
    return { bytes: join(chunks), type: `multipart/form-data; boundary=${boundary}` };
  }

  const invalidForm = () => new TypeError('The body is not the form that its content type promises');

  function readForm(bytes, type) {
    const form = new FormData();
    if (/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) {
      for (const [name, value] of new URLSearchParams(decode(bytes))) form.append(name, value);
      return form;
    }
    const [, inQuotes, bare] =
      /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? [];
    const boundary = inQuotes ?? bare;
    if (boundary === undefined)
      throw new TypeError(
        `formData() reads multipart/form-data and application/x-www-form-urlencoded, not ${type || 'a body without content type'}`,
      );
    const all = toBinary(bytes);
    const rule = `--${toBinary(encode(boundary))}`;
    const utf8 = (start, end) => decode(bytes.subarray(start, end));
    let at = all.startsWith(rule) ? 0 : all.indexOf(`\r\n${rule}`) + 2;
    if (at === 1) throw invalidForm();
    for (;;) {
      at += rule.length;
      if (all.startsWith('--', at)) return form;
      if (!all.startsWith('\r\n', at)) throw invalidForm();
      const headEnd = all.indexOf('\r\n\r\n', at);
      const end = all.indexOf(`\r\n${rule}`, headEnd + 2);
      if (headEnd === -1 || end === -1) throw invalidForm();
      const head = utf8(at, headEnd);
      const disposition = /\r\ncontent-disposition:\s*form-data\s*;([^\r\n]*)/i.exec(head)?.[1] ?? '';
      const field = (name) =>
        new RegExp(`(?:^|;)\\s*${name}="([^"]*)"`, 'i')
          .exec(disposition)?.[1]
          .replace(/%(22|0D|0A)/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
      const name = field('name');
      if (name === undefined) throw invalidForm();
      const fileName = field('filename');
      if (fileName === undefined) form.append(name, utf8(headEnd + 4, end));
      else {
        const fileType = /\r\ncontent-type:\s*([^\r\n]*)/i.exec(head)?.[1].trim() ?? 'text/plain';
        form.append(name, new File([bytes.subarray(headEnd + 4, end)], fileName, { type: fileType }));
      }
      at = end + 2;
    }
  }

  /** The content of a body, and the content type that goes with it. */
  function extract(value) {
    if (value instanceof ReadableStream) {
      if (value.locked) throw new TypeError('The body is a stream that something else reads already');
      return { stream: value, type: null };
    }
    if (value instanceof Blob) return { bytes: contentOf(value), type: value.type || null };
    if (value instanceof FormData) return writeForm(value);
    if (value instanceof URLSearchParams)
      return { bytes: encode(value.toString()), type: 'application/x-www-form-urlencoded;charset=UTF-8' };
    if (isBuffer(value)) return { bytes: bytesOf(value).slice(), type: null };
    return { bytes: encode(text(value)), type: 'text/plain;charset=UTF-8' };
  }

  async function readAll(stream) {
    const reader = stream.getReader();
    const chunks = [];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return join(chunks);
      if (!(value instanceof Uint8Array)) throw new TypeError('A body consists of Uint8Arrays');
      chunks.push(value);
    }
  }

  let give;
  let share;
  let consume;
  let hasContent;

  /** A request or response. */
  class Body {
    #content;
    #isUsed = false;

    static {
      give = (body, content) => (body.#content = content);
      share = (body) => body.#share();
      consume = (body) => body.#consume();
      hasContent = (body) => body.#content !== undefined;
    }

    /** A copy of the content for another body. */
    #share() {
      if (this.#isUsed || this.#content?.stream?.locked)
        throw new TypeError('The body has been read already, so it cannot be cloned');
      const content = this.#content;
      if (!content?.stream || content.bytes) return content && { bytes: content.bytes };
      const [first, second] = content.stream.tee();
      content.stream = first;
      return { stream: second };
    }

    async #consume() {
      const content = this.#content;
      if (!content) return new Uint8Array();
      if (this.#isUsed || content.stream?.locked)
        throw new TypeError('The body has been read already: read it once, or clone the object before');
      this.#isUsed = true;
      const { bytes } = content;
      if (!bytes) return readAll(content.stream);
      // A large one would fill the machine beside the text that it becomes.
      content.bytes = new Uint8Array();
      return bytes;
    }

    get body() {
      const content = this.#content;
      if (!content) return null;
      content.stream ??= streamOf(content.bytes, () => (this.#isUsed = true));
      return content.stream;
    }

    get bodyUsed() {
      return this.#isUsed;
    }

    async arrayBuffer() {
      return (await this.#consume()).slice().buffer;
    }

    async bytes() {
      return (await this.#consume()).slice();
    }

    async blob() {
      return new Blob([await this.#consume()], { type: this.headers.get('content-type') ?? '' });
    }

    async text() {
      return decode(await this.#consume());
    }

    async json() {
      return JSON.parse(await this.text());
    }

    async formData() {
      return readForm(await this.#consume(), this.headers.get('content-type') ?? '');
    }
  }

  const views = [
    [File, ({ size, type, name, lastModified }) => ({ fields: { size, type, name, lastModified } })],
    [Blob, ({ size, type }) => ({ fields: { size, type } })],
    [FormData, (form) => ({ fields: { entries: [...form.entries()] } })],
  ];
  return { globals: { Blob, File, FormData }, Body, extract, give, share, consume, hasContent, views };
});
