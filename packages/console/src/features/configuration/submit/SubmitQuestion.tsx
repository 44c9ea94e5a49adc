import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import type { CandidateRun } from '@atrium/contract/test-runs/candidate';
import { candidateText } from '../../test-runs/public.ts';
import { NamedList } from '../live-change/NamedList.tsx';
import { ChangesQuestion } from './ChangesQuestion.tsx';
import { useFailedTests } from './FailedRehearsal.tsx';
import type { ServiceToSubmit } from './service-submit.ts';
import { comparedPull, takenBackBy } from './taken-back.ts';
import type { AskedSubmit } from './use-asked-submit.ts';

interface SubmitQuestionProps {
  asked: AskedSubmit | null;
  /** Run with failed tests of the submitted content. */
  failedRun: CandidateRun | undefined;
  onCancel: () => void;
  onConfirm: () => void;
}

/**
 * Confirms a submit that fails tests, loses newer commits or files, discards changes, or makes unparsable or unchecked
 * files live.
 */
export function SubmitQuestion({ asked, failedRun, onCancel, onConfirm }: SubmitQuestionProps) {
  const services = asked?.services ?? [];
  const named = (kind: 'deleted' | 'discarded' | 'replaced' | 'unchecked') =>
    services.flatMap(({ diff: { service }, outcome }) =>
      outcome[kind].map((file) => ({ serviceName: service.serviceName, path: filePathOf(file) })),
    );
  return (
    <ChangesQuestion
      isOpen={asked !== null}
      noun="file"
      deletions={named('deleted')}
      discards={named('discarded')}
      replacements={named('replaced')}
      unparsed={services.flatMap(unparsedOf)}
      unchecked={named('unchecked')}
      declared={asked?.declared ?? []}
      failedTests={failedRun && <FailedTests run={failedRun} />}
      takenBack={takenBackBy(services.map(comparedPull))}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  );
}

/** Names of the failed tests, once loaded. */
function FailedTests({ run }: { run: CandidateRun }) {
  const rows = useFailedTests(run);
  const title = candidateText(run, 'merge');
  if (rows.length === 0) return <h3 className="font-semibold">{title}</h3>;
  return <NamedList title={title} rows={rows} />;
}

const unparsedOf = ({ diff: { service }, outcome }: ServiceToSubmit) =>
  outcome.unparsed.map(({ file, fault }) => ({
    serviceName: service.serviceName,
    path: filePathOf(file),
    reason: `line ${fault.line}: ${fault.message}`,
  }));
