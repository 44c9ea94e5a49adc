import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { ItemActions } from '../items/ItemActions.tsx';
import type { MetaItem } from '../items/meta-item.ts';
import { toRuleValues } from './rule-values.ts';

interface RuleColumnsOptions {
  serviceId: string;
  /** Undefined until they are known. */
  functions: ReadonlySet<string> | undefined;
  onEdit: (rule: MetaItem) => void;
}

const valuesOf = (rule: MetaItem) => toRuleValues(rule.fields ?? {}, rule);

export function ruleColumns({ serviceId, functions, onEdit }: RuleColumnsOptions): TableColumn<MetaItem>[] {
  return [
    {
      id: 'name',
      header: 'Rule',
      isRowHeader: true,
      className: 'wrap-anywhere',
      sortBy: ({ name }) => name,
      cell: (rule) => (
        <>
          {rule.name}
          <span className="block text-sm font-normal text-ink-soft">{valuesOf(rule).description}</span>
        </>
      ),
    },
    {
      id: 'event',
      header: 'Event',
      className: 'wrap-anywhere',
      sortBy: (rule) => valuesOf(rule).event,
      cell: (rule) => <code className="font-mono text-sm">{valuesOf(rule).event}</code>,
    },
    {
      id: 'function',
      header: 'Calls',
      className: 'wrap-anywhere',
      sortBy: (rule) => valuesOf(rule).function,
      cell: (rule) => <CalledFunction serviceId={serviceId} all={functions} name={valuesOf(rule).function} />,
    },
    {
      id: 'order',
      header: 'Order',
      align: 'end',
      sortBy: (rule) => Number(valuesOf(rule).order),
      cell: (rule) => valuesOf(rule).order,
    },
    {
      id: 'state',
      header: 'State',
      sortBy: (rule) => (valuesOf(rule).isEnabled ? 0 : 1),
      cell: (rule) => stateOf(rule),
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      cell: (rule) => (
        <ItemActions
          serviceId={serviceId}
          item={rule}
          label={`rule ${rule.name}`}
          warning="Events that match it no longer call its function."
          onEdit={() => onEdit(rule)}
        />
      ),
    },
  ];
}

function stateOf(rule: MetaItem) {
  if (rule.fields === undefined) return <Badge tone="danger">Unreadable</Badge>;
  return valuesOf(rule).isEnabled ? <Badge tone="ok">On</Badge> : <Badge>Off</Badge>;
}

interface CalledFunctionProps {
  serviceId: string;
  /** The functions of the service; undefined until they are known. */
  all: ReadonlySet<string> | undefined;
  name: string;
}

/** The function that a rule calls; one that is not there is marked. */
function CalledFunction({ serviceId, all, name }: CalledFunctionProps) {
  if (name === '') return '–';
  if (all?.has(name) === false) {
    return (
      <>
        {name} <Badge tone="danger">Missing</Badge>
      </>
    );
  }
  return <AppLink href={paths.service(serviceId, { function: name })}>{name}</AppLink>;
}
