import { GitPullPage } from '../features/configuration/GitPullPage.tsx';
import { TestRunner } from '../features/test-runs/TestRunner.tsx';

/** The pull wizard ends in the test runner, which belongs to another feature. */
export function GitPullWithTests() {
  return <GitPullPage testRunner={<TestRunner isEmbedded />} />;
}
