// No schemas here: every thread of the sandbox loads this, and would load their library for nothing.

/** Largest body of a call of a shipped service, but for imports. */
export const MAX_CALL_BYTES = 1024 * 1024;
/** Largest answer of a function, in bytes of JSON. */
export const MAX_RESULT_BYTES = 1024 * 1024;
/** Most console output that is kept of one call, in bytes. */
export const MAX_CONSOLE_BYTES = 64 * 1024;
/** Processor time. */
export const FUNCTION_CPU_MS = 10_000;
export const TEST_CPU_MS = 5_000;
/** Time from the start of a call to its end, of which it may wait for most. A background run may declare more. */
export const CALL_WALL_MS = 30_000;
/** A function may declare more. */
export const CALL_MEMORY_MIB = 32;
/** Maximum depth of nested function calls. */
export const MAX_CALL_DEPTH = 16;
