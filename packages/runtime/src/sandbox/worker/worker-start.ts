import type { WatchedMemory } from '../process/watched-call.ts';
import type { Engine } from './guest-sources.ts';
import type { Origin } from './origin.ts';

/** Start data of a sandbox thread. */
export interface WorkerStart {
  socketPath: string;
  secret: string;
  workerId: number;
  watched: WatchedMemory;
  engine: Engine;
  functionOrigin: Origin;
}
