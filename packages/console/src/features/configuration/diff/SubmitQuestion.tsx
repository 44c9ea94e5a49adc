import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import { ChangesQuestion } from './ChangesQuestion.tsx';
import type { ServiceToSubmit } from './service-submit.ts';
import { comparedPull, takenBackBy } from './taken-back.ts';
import type { AskedSubmit } from './use-asked-submit.ts';

interface SubmitQuestionProps {
  asked: AskedSubmit | null;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks before newer commits or files are lost, changes discarded, or files made live that cannot be parsed, or were not checked. */
export function SubmitQuestion({ asked, onCancel, onConfirm }: SubmitQuestionProps) {
  const services = asked?.services ?? [];
  const named = (kind: 'deleted' | 'discarded' | 'unchecked') =>
    services.flatMap(({ diff: { service }, outcome }) =>
      outcome[kind].map((file) => ({ serviceName: service.serviceName, path: filePathOf(file) })),
    );
  return (
    <ChangesQuestion
      isOpen={asked !== null}
      noun="file"
      deletions={named('deleted')}
      discards={named('discarded')}
      unparsed={services.flatMap(unparsedOf)}
      unchecked={named('unchecked')}
      takenBack={takenBackBy(services.map(comparedPull))}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  );
}

const unparsedOf = ({ diff: { service }, outcome }: ServiceToSubmit) =>
  outcome.unparsed.map(({ file, fault }) => ({
    serviceName: service.serviceName,
    path: filePathOf(file),
    reason: `line ${fault.line}: ${fault.message}`,
  }));
