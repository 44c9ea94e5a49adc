import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { buttonClass } from '../../../ui/button-class.ts';

/** Links from a run in the runner to the same run on the dashboard. */
export function DashboardLink({ runId }: { runId: string }) {
  return (
    <AppLink href={paths.testRunnerDashboard({ runId })} className={buttonClass('quiet', 'medium')}>
      Test Run Dashboard
    </AppLink>
  );
}
