import { setFlagsFromString } from 'node:v8';

const LOOK_MS = 1_000;
/** Share of its time in which the event loop of a busy process computes. */
const BUSY_UTILIZATION = 0.25;
/** So many quiet looks after a load, it is over; and so many later there is nothing left to give back. */
const QUIET_LOOKS = 10;
const SAVING_LOOKS = 20;

/**
 * Lets V8 return memory when a load is over. V8 has that built in (`MemoryReducer`: two collections in small steps, eight
 * seconds after the last one), but holds every process of Node for a busy one: the embedder's heap, in which Node allocates
 * nothing, counts as allocated in without end. It does not ask while it saves memory, and to do so all the time would cost a
 * third of the calls under load.
 */
export function giveBackWhenQuiet({ lookMs = LOOK_MS } = {}): void {
  let seen = performance.eventLoopUtilization();
  let quietLooks = QUIET_LOOKS + SAVING_LOOKS;
  let isSaving = false;
  const look = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, seen);
    seen = now;
    quietLooks = utilization >= BUSY_UTILIZATION ? 0 : quietLooks + 1;
    const shallSave = quietLooks >= QUIET_LOOKS && quietLooks < QUIET_LOOKS + SAVING_LOOKS;
    if (shallSave === isSaving) return;
    isSaving = shallSave;
    setFlagsFromString(isSaving ? '--optimize-for-size' : '--no-optimize-for-size');
  };
  setInterval(look, lookMs).unref();
}
