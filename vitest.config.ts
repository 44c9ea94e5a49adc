import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const generated = ['**/node_modules/**', '**/dist/**', '**/dist-types/**'];

// Test files share a process and its loaded modules: nothing in the product keeps state outside a context,
// and loading everything again for each file takes a third of the time.
const isolate = false;

/** Short files that take long. In a fresh clone Vitest knows only sizes, and would begin with these last of all. */
const LONG_FILES = /\/(metering-faults|kill-rounds|month-close-killed|commands|payment-faults)\.test\.ts$/;

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => Number(LONG_FILES.test(moduleId));
    const byProject = Map.groupBy(sorted, ({ project }) => project);
    return [...byProject.values()].flatMap((specs) => specs.toSorted((a, b) => isLong(b) - isLong(a)));
  }
}

/** A project of tests that need nothing but Node: they stand beside their sources. */
function plain(name: string) {
  return {
    test: {
      name,
      root: `packages/${name}`,
      include: ['**/*.test.{ts,tsx}'],
      exclude: generated,
      isolate,
      // Limits are for what hangs. Property tests are short, but not on a machine with other work.
      testTimeout: 30_000,
    },
  };
}

export default defineConfig({
  test: {
    // Two workers fill the two cores that the suite is promised to run on; more only take memory.
    maxWorkers: 2,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      plain('contract'),
      plain('diff'),
      plain('widget'),
      {
        test: {
          ...plain('runtime').test,
          // The same kind of database the platform gives the services; each file works on clones of a template.
          globalSetup: ['../server/test/global-setup.ts', 'test/global-setup.ts'],
          hookTimeout: 60_000,
        },
      },
      plain('console'),
      {
        test: {
          name: 'server',
          root: 'packages/server',
          include: ['**/*.test.ts'],
          exclude: generated,
          isolate,
          // Starts one real PostgreSQL; every file then works on its own clone of a migrated template.
          globalSetup: ['test/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'house',
          include: ['*.test.ts', 'e2e/support/**/*.test.ts', 'bench/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: generated,
          isolate,
          testTimeout: 30_000,
        },
      },
    ],
  },
});
