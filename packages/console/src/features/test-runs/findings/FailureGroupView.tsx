import type { FailureHistory } from '@atrium/contract/test-runs/run-history';
import type { Test } from '@atrium/contract/test-runs/test';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { formatQuantity } from '../../../lib/format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Collapsible } from '../../../ui/Collapsible.tsx';
import { FailedTest } from '../result/FailedTest.tsx';
import { TestDuration } from '../TestDuration.tsx';
import { FirstOf } from './FirstOf.tsx';
import type { FailureGroup } from './failure-groups.ts';

interface FailureGroupViewProps {
  run: TestRun;
  group: FailureGroup;
  histories: readonly FailureHistory[] | undefined;
  isFirst: boolean;
  onOpen: (test: Test) => void;
}

/** Failure message with its tests. The first group opens with one test expanded. */
export function FailureGroupView({ run, group, histories, isFirst, onOpen }: FailureGroupViewProps) {
  const { message, tests } = group;
  return (
    <section className="min-w-0 border-l-4 border-danger pl-3">
      <h3 className="mb-1 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="max-h-60 min-w-0 overflow-hidden font-mono text-sm wrap-anywhere whitespace-pre-wrap">
          {message}
        </span>
        <Badge tone="danger">{formatQuantity(tests.length, 'test')}</Badge>
      </h3>
      <ul>
        <FirstOf rows={tests} count={20} name="tests">
          {(test, index) => {
            const history = histories?.find(({ id }) => id === test.id);
            const isNew = history?.lastPassed !== null && history?.firstFailed.runId === run.runId;
            return (
              <li key={test.id}>
                <Collapsible
                  level={4}
                  isInitiallyOpen={isFirst && index === 0}
                  title={
                    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                      <span className="min-w-0 wrap-anywhere">{test.fullPath}</span>
                      {isNew && <Badge tone="warn">New</Badge>}
                      {test.quarantine !== undefined && <Badge>In quarantine</Badge>}
                      {test.duration !== null && (
                        <span className="tabular text-sm font-normal">
                          <TestDuration ms={test.duration} />
                        </span>
                      )}
                    </span>
                  }
                >
                  <FailedTest run={run} test={test} history={history} onOpen={onOpen} />
                </Collapsible>
              </li>
            );
          }}
        </FirstOf>
      </ul>
    </section>
  );
}
