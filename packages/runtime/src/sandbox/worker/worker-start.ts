import type { WatchedMemory } from '../process/watched-call.ts';
import type { Origin } from './origin.ts';

/** What a thread of the sandbox is given. */
export interface WorkerStart {
  socketPath: string;
  secret: string;
  workerId: number;
  watched: WatchedMemory;
  engine: WebAssembly.Module;
  functionOrigin: Origin;
}
