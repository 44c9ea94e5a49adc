import { parentPort } from 'node:worker_threads';
import { lowerPriority } from '@atrium/host/low-priority';
import { ownThread } from '../sandbox/process/thread-priority.ts';
import { CheckBudget } from './check-budget.ts';
import { type CheckQuestion, type CheckResult, findProblem } from './check-question.ts';
import { createPatternTest, processorMs } from './pattern.ts';

const thread = ownThread();
// 0 would be the whole process.
if (thread !== 0) lowerPriority(thread);

const testPattern = await createPatternTest();

parentPort?.on('message', (question: CheckQuestion) => {
  const startedAt = processorMs();
  const budget = new CheckBudget(testPattern);
  const problem = findProblem(question, budget);
  const result: CheckResult = { problem, steps: budget.spent, processorMs: processorMs() - startedAt };
  parentPort?.postMessage(result);
});
