import { pull } from '@atrium/contract/configuration/pull';
import { useRefusal } from '../api/use-refusal.ts';
import { paths } from '../paths.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';

/** Links to the import of configuration; without permission, a disabled button with the reason. */
export function PullLink() {
  const refusal = useRefusal(pull);
  const label = 'Pull from git';
  if (refusal) return <Button refusal={refusal}>{label}</Button>;
  return (
    <AppLink href={paths.gitPull()} className={buttonClass()}>
      {label}
    </AppLink>
  );
}
