import { randomUUID } from 'node:crypto';
import { fetchCall, parseBody } from '@atrium/contract/send-call';

/** @typedef {import('@atrium/contract/endpoint').Endpoint} Endpoint */
/** @typedef {{ userId: string, domainId: string }} Person */
/**
 * @typedef {object} CallOptions
 * @property {Person | null} [as] as whom; null: without a token
 * @property {string} [token]
 * @property {unknown} [body]
 * @property {Record<string, string>} [headers]
 */

/** Counts checks and reports the expectation of each failed one. */
export class Report {
  passed = 0;
  failed = 0;

  /**
   * @param {string} name
   * @param {() => unknown} work
   */
  async check(name, work) {
    try {
      await work();
      this.passed += 1;
      console.log(`  ok    ${name}`);
      return true;
    } catch (error) {
      this.failed += 1;
      console.log(`  FAIL  ${name}\n        ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  }

  /** Reports a check that is skipped, with the reason why that is no failure. */
  skip(why) {
    console.log(`  --    ${why}`);
  }

  section(name) {
    console.log(`\n${name}`);
  }
}

export function expect(condition, message) {
  if (!condition) throw new Error(message);
}

export function expectStatus({ status, text }, wanted) {
  expect(status === wanted, `expected status ${wanted}, got ${status}: ${text.slice(0, 300)}`);
}

/**
 * Two users of two otherwise unused domains, and calls as them.
 * @param {string} address
 * @param {Awaited<ReturnType<typeof import('./platform.mjs').startPlatform>>} platform
 */
export function createClient(address, platform) {
  const run = randomUUID().slice(0, 8);
  const ann = { userId: randomUUID(), domainId: `conformance-${run}-a` };
  const zoe = { userId: randomUUID(), domainId: `conformance-${run}-b` };
  const client = {
    address,
    ann,
    zoe,
    serviceId: '',
    /** @type {import('@atrium/contract/service-api/registration').ServiceRegistration | undefined} */
    registration: undefined,
    /**
     * @param {Endpoint['method']} method
     * @param {Endpoint['path']} path
     * @param {CallOptions} [options]
     */
    async call(method, path, { as = ann, token, body, headers = {} } = {}) {
      const options = {
        base: address,
        token: token ?? (as ? await platform.sign(as, client.serviceId) : undefined),
        headers,
        signal: AbortSignal.timeout(60_000),
      };
      const response = await fetchCall({ method, path, produces: 'json' }, { body }, options);
      const text = await response.text();
      /** @type {any} */
      const json = parseBody(text);
      return { status: response.status, headers: response.headers, text, json };
    },
    /**
     * The answer, checked against the contract.
     * @template {Endpoint} E
     * @param {E} endpoint
     * @param {Endpoint['path']} [path]
     * @param {CallOptions} [options]
     */
    async get(endpoint, path, options = {}) {
      const answer = await client.call(endpoint.method, path ?? endpoint.path, options);
      expectStatus(answer, endpoint.status);
      const parsed = endpoint.response.safeParse(endpoint.status === 204 ? undefined : answer.json);
      expect(parsed.success, `the answer is not as the contract says: ${parsed.error?.message}`);
      return {
        ...answer,
        data: /** @type {import('@atrium/contract/endpoint').EndpointResponse<E>} */ (parsed.data),
      };
    },
  };
  return client;
}
