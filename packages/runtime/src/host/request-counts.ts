import type { FastifyInstance } from 'fastify';

/** Requests of one route that were answered with one status since the process started. */
export interface RequestCount {
  method: string;
  /** Route as registered, never a full path. */
  route: string;
  status: number;
  requests: number;
  seconds: number;
}

/** Counts the requests of an application from now on; returns what there has been so far. */
export function countRequests(app: FastifyInstance): () => RequestCount[] {
  const counts = new Map<string, RequestCount>();
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const { url: route = 'none' } = request.routeOptions;
    const status = reply.statusCode;
    const key = `${method} ${status} ${route}`;
    let count = counts.get(key);
    if (!count) {
      count = { method, route, status, requests: 0, seconds: 0 };
      counts.set(key, count);
    }
    count.requests += 1;
    count.seconds += reply.elapsedTime / 1000;
    done();
  });
  return () => [...counts.values()];
}
