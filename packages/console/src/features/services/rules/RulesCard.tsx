import { editFiles } from '@atrium/contract/configuration/edit';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Help } from '../../../layout/Help.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { Plus } from '../../../ui/icons.ts';
import { liveFilesQuery } from '../functions/function.queries.ts';
import { functionOf } from '../functions/function-file.ts';
import { itemsQuery } from '../items/item.queries.ts';
import type { MetaItem } from '../items/meta-item.ts';
import { RuleDialog } from './RuleDialog.tsx';
import { ruleColumns } from './rule-columns.tsx';
import { RULES_FOLDER } from './rule-values.ts';

/** The rules of a service: which function is called for which event. */
export function RulesCard({ serviceId }: { serviceId: string }) {
  const rules = useQuery(itemsQuery(serviceId, RULES_FOLDER));
  const { data: live } = useQuery(liveFilesQuery(serviceId));
  const functions = useMemo(() => live?.files.flatMap((file) => functionOf(file) ?? []), [live]);
  const [opened, setOpened] = useState<{ rule?: MetaItem } | null>(null);
  const refusal = useRefusal(editFiles);
  const columns = useMemo(
    () =>
      ruleColumns({
        serviceId,
        functions: functions && new Set(functions),
        onEdit: (rule) => setOpened({ rule }),
      }),
    [serviceId, functions],
  );
  const creating = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden size={16} />}
      refusal={refusal}
      onClick={() => setOpened({})}
    >
      New rule
    </Button>
  );
  return (
    <Card
      title="Rules"
      description={<Help topic="rules" />}
      isFlush
      actions={rules.data?.length !== 0 && creating}
    >
      <EntityTable
        caption="Rules"
        name="rules"
        query={rules}
        columns={columns}
        rowKey={({ name }) => name}
        pageSize={50}
        initialSort={{ columnId: 'order', isDescending: false }}
        empty={{ hint: 'A rule runs a function when an event is sent.', action: creating }}
      />
      {opened && (
        <RuleDialog
          serviceId={serviceId}
          rule={opened.rule}
          taken={rules.data?.map(({ name }) => name) ?? []}
          functions={functions}
          onClose={() => setOpened(null)}
        />
      )}
    </Card>
  );
}
