import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Badge } from '../../../ui/Badge.tsx';

interface CalledFunctionProps {
  serviceId: string;
  /** Undefined until they are known. */
  functions: ReadonlySet<string> | undefined;
  name: string;
}

/** The function that a rule calls; one that is not there is marked. */
export function CalledFunction({ serviceId, functions, name }: CalledFunctionProps) {
  if (name === '') return '–';
  if (functions?.has(name) === false) {
    return (
      <>
        {name} <Badge tone="danger">Missing</Badge>
      </>
    );
  }
  return <AppLink href={paths.service(serviceId, { function: name })}>{name}</AppLink>;
}
