import { runTests } from '@atrium/contract/test-runs/test-runs';
import { useRefusal } from '../../api/use-refusal.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { type ButtonLook, buttonClass } from '../../ui/button-class.ts';

/** Leads to the page where tests are chosen; for whoever may not run any, a button that says so. */
export function RunTestsLink({ look, children }: { look?: ButtonLook; children: string }) {
  const refusal = useRefusal(runTests);
  if (refusal) {
    return (
      <Button {...(look && { look })} refusal={refusal}>
        {children}
      </Button>
    );
  }
  return (
    <AppLink href={paths.runTests()} className={buttonClass(look)}>
      {children}
    </AppLink>
  );
}
