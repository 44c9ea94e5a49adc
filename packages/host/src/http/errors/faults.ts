import type { FastifyRequest } from 'fastify';

const faults = new WeakMap<FastifyRequest, string>();

/** Why a request is answered with a 5xx: the line of that request says it, however often the same happens. */
export function noteFault(request: FastifyRequest, fault: string): void {
  faults.set(request, fault);
}

export function faultOf(request: FastifyRequest): string | undefined {
  return faults.get(request);
}
