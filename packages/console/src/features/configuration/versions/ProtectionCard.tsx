import { getProtection, updateProtection } from '@atrium/contract/configuration/protection';
import type { Service } from '@atrium/contract/services/service';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Help } from '../../../layout/Help.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Switch } from '../../../ui/Switch.tsx';

/** Requirements of a domain for changes to a service's configuration. */
export function ProtectionCard({ service }: { service: Pick<Service, 'id' | 'name'> }) {
  const client = useQueryClient();
  const refusal = useRefusal(updateProtection);
  const query = endpointQuery(getProtection, { params: { serviceId: service.id } });
  const found = useQuery(query);
  const change = useChange({
    mutationFn: (needsPassedRun: boolean) =>
      call(updateProtection, { params: { serviceId: service.id }, body: { needsPassedRun } }),
    onSuccess: (protection) => client.setQueryData(query.queryKey, protection),
  });
  return (
    <Card title="Protection" description={<Help topic="protection" />}>
      <QueryPanel query={found}>
        {({ needsPassedRun, canTestCandidates }) => (
          <>
            <Switch
              label="Require passing tests before changes go live"
              checked={change.isPending ? change.variables : needsPassedRun}
              disabled={change.isPending || refusal !== undefined || (!canTestCandidates && !needsPassedRun)}
              onChange={({ target }) => change.mutate(target.checked)}
            />
            <p className="mt-2 max-w-prose text-sm text-ink-soft">
              {refusal?.title ?? hintFor(service.name, canTestCandidates)}
            </p>
          </>
        )}
      </QueryPanel>
      <ErrorDialog
        error={change.error}
        title="The setting could not be saved."
        onClose={() => change.reset()}
      />
    </Card>
  );
}

function hintFor(name: string, canTestCandidates: boolean): string {
  return canTestCandidates
    ? 'Submits, imports, edits and returns are refused until all tests have passed with exactly the same contents. Use “Test this merge” or “Test this change” beside the button that makes it live.'
    : `${name} cannot test what is not live. It takes part in everything else, and its tests run with what is live.`;
}
