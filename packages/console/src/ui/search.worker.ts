/** Says when it starts, so that the time it took to load is not counted against the expression. */
globalThis.onmessage = ({ data: { source, texts } }: MessageEvent<{ source: string; texts: string[] }>) => {
  globalThis.postMessage('started');
  const expression = new RegExp(source, 'i');
  globalThis.postMessage(texts.filter((text) => expression.test(text)));
};
