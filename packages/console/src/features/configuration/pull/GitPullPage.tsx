import type { Submission } from '@atrium/contract/configuration/submission';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/format-date.ts';
import { timeAgo } from '../../../lib/time-ago.ts';
import { paths } from '../../../paths.ts';
import { Stepper } from '../../../ui/Stepper.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { LimitNotices } from '../../limits/public.ts';
import { SubmittedTestRunner } from '../../test-runs/public.ts';
import { ConnectionNotices } from '../connections/ConnectionNotices.tsx';
import { lastCommitsQuery, pullQuery } from '../files/pull.queries.ts';
import { MadeLiveNotice } from '../submit/MadeLiveNotice.tsx';
import { PullButton } from './PullButton.tsx';
import { PulledSteps } from './PulledSteps.tsx';
import { PullStep } from './PullStep.tsx';
import { type PullStepId, pullSteps, readPullSearch } from './pull-steps.ts';

const LIMITS = ['files', 'configurationBytes', 'historyBytes', 'pullsPerDay'] as const;

/** Fills the window below the bar at the top, and takes back most of the page's padding. */
const WINDOW_CLASS =
  '-mt-4 flex min-h-[calc(100dvh-var(--top-bar,3.5rem)-var(--banner,0px)-0.5rem)] flex-col sm:-mb-6';

/** The pull wizard. The pull and the step are in the address, so that a reload continues where it was. */
export function GitPullPage() {
  // 'Submit & Run Tests' has submitted everything; its run belongs to the submission.
  const [submission, setSubmission] = useState<Submission>();
  const { uuid, step, draft, by } = readPullSearch(useAddress().search);
  const navigate = useNavigate();
  const goTo = (next: PullStepId, nextUuid = uuid, runId?: string) =>
    void navigate({
      href: paths.gitPull({
        step: next,
        ...(nextUuid && { uuid: nextUuid }),
        ...(runId && { runId }),
        ...(by && nextUuid === uuid && { by }),
      }),
    });

  const current = pullSteps.find(({ id }) => id === step) ?? pullSteps[0];
  return (
    <div className={step === 'diff' ? WINDOW_CLASS : undefined}>
      <LimitNotices names={LIMITS} />
      <header
        className={`flex flex-wrap items-center gap-x-5 gap-y-1 max-sm:gap-x-2 ${step === 'diff' ? 'mb-1' : 'mb-5'}`}
      >
        <h1
          tabIndex={-1}
          className={`flex items-center text-lg font-semibold tracking-tight ${step === 'diff' ? '' : 'min-h-10'}`}
        >
          {current.title}
        </h1>
        <Stepper
          label="Steps of the pull"
          steps={pullSteps}
          currentId={step}
          onGoTo={(id) => goTo(id as PullStepId)}
        />
        {uuid !== undefined && step === 'diff' && <PulledCommit uuid={uuid} />}
      </header>
      {uuid === undefined || step === 'pull' ? (
        <>
          <ConnectionNotices Pull={PullButton} />
          <PullStep onPulled={(pulled) => goTo('manifest', pulled.uuid)} />
        </>
      ) : step === 'tests' ? (
        <>
          <MadeLiveNotice key={uuid} uuid={uuid} />
          <SubmittedTestRunner key={submission?.id} submission={submission} onBack={() => goTo('diff')} />
        </>
      ) : (
        <PulledSteps
          key={uuid}
          uuid={uuid}
          step={step}
          goTo={goTo}
          onSubmitted={setSubmission}
          onTests={(runId) => goTo('tests', uuid, runId)}
          draft={draft}
          startsBySide={by === 'side'}
          onDraftTaken={() =>
            void navigate({ href: paths.gitPull({ step, uuid, ...(by && { by }) }), replace: true })
          }
        />
      )}
    </div>
  );
}

/** Branch, commit, author and age of a pull; the last two if its newest commit changed one of the files. */
function PulledCommit({ uuid }: { uuid: string }) {
  const [now] = useState(() => new Date());
  const pull = useQuery(pullQuery(uuid)).data;
  const commits = useQuery(lastCommitsQuery(uuid)).data?.commits;
  if (!pull) return null;
  const commit = commits?.find(({ commitSha }) => commitSha === pull.commitSha);
  return (
    <p className="ml-auto min-w-0 truncate text-sm text-ink-soft" title={commit?.message}>
      {pull.branch !== null && <strong className="text-ink">{pull.branch}</strong>}{' '}
      <code className="font-mono">{pull.commitSha.slice(0, 10)}</code>
      {commit && (
        <>
          {` · ${commit.author} · `}
          <time dateTime={commit.lastModified} title={formatDateTime(commit.lastModified)}>
            {timeAgo(commit.lastModified, now)}
          </time>
        </>
      )}
    </p>
  );
}
