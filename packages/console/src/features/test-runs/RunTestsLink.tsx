import { runTests } from '@atrium/contract/test-runs/test-runs';
import { useRefusal } from '../../api/use-refusal.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { type ButtonVariant, buttonClass } from '../../ui/button-class.ts';

/** Links to the test selection. Without permission to run tests, a button explains the reason. */
export function RunTestsLink({ variant, children }: { variant?: ButtonVariant; children: string }) {
  const refusal = useRefusal(runTests);
  if (refusal) {
    return (
      <Button {...(variant && { variant })} refusal={refusal}>
        {children}
      </Button>
    );
  }
  return (
    <AppLink href={paths.runTests()} className={buttonClass(variant)}>
      {children}
    </AppLink>
  );
}
