import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const generated = ['**/node_modules/**', '**/dist/**', '**/dist-types/**'];

// Test files share a process and its loaded modules: nothing in the product keeps state outside a context,
// and loading everything again for each file takes a third of the time.
const isolate = false;

/**
 * Short files that take long. In a fresh clone Vitest knows only sizes, and would begin with these last of all; one
 * of them at the very end would leave the other worker without work.
 */
const LONG_FILES =
  /\/(metering-faults|metering-crash|kill-rounds|killed-runs|month-close-killed|commands|payment-faults|embedded|conformance|start|health|main|interrupted-change|starter|jobs|cluster|ops-server|slow-process|pgbouncer|push|absent-database|history\.seed|backup|upgrade)\.test\.ts$/;

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => Number(LONG_FILES.test(moduleId));
    const byProject = Map.groupBy(sorted, ({ project }) => project);
    return [...byProject.values()].flatMap((specs) => specs.toSorted((a, b) => isLong(b) - isLong(a)));
  }
}

// Limits are for what hangs. Property tests are short, but not on a machine with other work.
const testTimeout = 60_000;

export default defineConfig({
  test: {
    // For the two cores that the suite is promised to run on: while one waits, for a process that hangs or a database
    // that is away, two others work.
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
    // As few as there are ways to run: each one has processes of its own that load everything again.
    projects: [
      {
        test: {
          // Tests that need nothing but Node: they stand beside their sources.
          name: 'plain',
          include: [
            'packages/{contract,diff,widget,console}/**/*.test.{ts,tsx}',
            '*.test.ts',
            'e2e/support/**/*.test.ts',
            'bench/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: [...generated, '**/*.browser.test.tsx'],
          isolate,
          testTimeout,
        },
      },
      'packages/console/vitest.config.ts',
      {
        test: {
          // Starts one real PostgreSQL; every file then works on its own clones of the migrated templates. The
          // services have the same kind of database that the platform gives them.
          name: 'database',
          include: ['packages/{host,server,runtime}/**/*.test.ts'],
          exclude: generated,
          isolate,
          globalSetup: ['packages/server/test/global-setup.ts', 'packages/runtime/test/global-setup.ts'],
          testTimeout,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
