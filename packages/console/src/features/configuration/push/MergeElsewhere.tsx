import { TextToKeep } from '../../../ui/TextToKeep.tsx';
import { plainRepositoryUrl } from './merge-request-page.ts';

interface MergeElsewhereProps {
  gitUrl: string;
  branch: string;
  /** The default branch. */
  into: string;
}

/** On a git host whose pages are not known: what a person takes there to ask for the merge. */
export function MergeElsewhere({ gitUrl, branch, into }: MergeElsewhereProps) {
  return (
    <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2">
      <p>
        To merge it into <span className="font-semibold break-all">{into}</span>, open a pull or merge request
        for this branch on your git host:
      </p>
      <TextToKeep label="Repository" text={plainRepositoryUrl(gitUrl)} />
      <TextToKeep label="Branch" text={branch} />
    </div>
  );
}
