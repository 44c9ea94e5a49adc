import { takeLock } from '../src/providers/git/cache/cache-lock.ts';

// Takes each lock that it is told of, and says whether it has it; it ends with the test that started it.
process.on('message', (lock: string) => void takeLock(lock).then((isTaken) => process.send?.(isTaken)));
process.send?.('ready');
