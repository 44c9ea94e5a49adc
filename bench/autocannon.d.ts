/** The part of autocannon that the benchmarks use; it ships no types. */
declare module 'autocannon' {
  interface CallTemplate {
    method?: 'GET' | 'POST';
    path?: string;
    body?: string;
    headers?: Record<string, string>;
    /** Called before each request; answers the one to send. */
    setupRequest?: (request: CallTemplate) => CallTemplate;
  }
  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    headers?: Record<string, string>;
    requests?: CallTemplate[];
    method?: 'GET' | 'POST';
    body?: string;
  }
  interface Result {
    requests: { average: number };
    latency: { p50: number; p99: number };
    non2xx: number;
    errors: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
