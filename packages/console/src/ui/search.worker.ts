/** Reports its start, so that loading time doesn't count toward the timeout of the expression. */
globalThis.onmessage = ({ data: { source, texts } }: MessageEvent<{ source: string; texts: string[] }>) => {
  globalThis.postMessage('started');
  const expression = new RegExp(source, 'i');
  globalThis.postMessage(texts.filter((text) => expression.test(text)));
};
