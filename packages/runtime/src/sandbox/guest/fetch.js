/*
 * Runs inside the sandbox, before the prelude: `fetch`. The host sends the request, within what the function declares.
 */
(function makeFetch(http, events, send) {
  'use strict';
  const { toRequestEnvelope, responseFrom } = http;
  const { Request } = http.globals;
  const { follow } = events;

  async function fetch(input, init) {
    // Created here, so that it points at the caller's line.
    const failure = new TypeError();
    const request = new Request(input, init);
    const { url, signal, redirect } = request;
    if (!/^https?:/.test(url))
      throw new TypeError(`fetch: only http: and https: can be reached, not ${url.slice(0, 200)}`);
    signal.throwIfAborted();
    const aborted = Promise.withResolvers();
    const unfollow = follow(signal, aborted.reject);
    try {
      const envelope = { ...(await toRequestEnvelope(request)), redirect };
      return await Promise.race([send(envelope, failure), aborted.promise]).then(responseOf);
    } finally {
      unfollow();
    }
  }

  /** A mock answers with the response itself. */
  const responseOf = (answer) => (answer.status === undefined ? answer.response : responseFrom(answer));

  return { fetch };
});
