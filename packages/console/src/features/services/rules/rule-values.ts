import { type FilePlace, filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { metaFileName } from '@atrium/contract/service-api/files/item-file-names';
import { textOf } from '../items/field-texts.ts';
import type { Fields, MetaItem } from '../items/meta-item.ts';

export const RULES_FOLDER = 'rules';

export interface RuleValues {
  name: string;
  description: string;
  event: string;
  function: string;
  order: string;
  isEnabled: boolean;
  message: string;
}

export const RULE_LABELS = {
  description: 'Description',
  event: 'Event',
  function: 'Function',
  order: 'Order',
  isEnabled: 'Enabled',
};

export const rulePlaceOf = (name: string): FilePlace => filePlaceOf(`${RULES_FOLDER}/${metaFileName(name)}`);

export function toRuleValues(fields: Fields, item: MetaItem | undefined): RuleValues {
  const { description, event, function: handler, order, disabled } = fields;
  return {
    name: item?.name ?? '',
    description: textOf(description),
    event: textOf(event),
    function: textOf(handler),
    order: typeof order === 'number' ? String(order) : item ? '0' : '10',
    isEnabled: disabled !== true,
    message: '',
  };
}

/** Keeps all other fields of the file and doesn't add fields with default values. */
export function toRuleFields(values: RuleValues, before: Fields): Fields {
  const { name, description, event, function: handler, order, isEnabled } = values;
  const isNew = Object.keys(before).length === 0;
  return {
    ...(isNew && { id: name }),
    ...before,
    ...((description !== '' || 'description' in before) && { description }),
    event,
    function: handler,
    ...((order !== '0' || 'order' in before) && { order: Number(order) }),
    ...((!isEnabled || 'disabled' in before) && { disabled: !isEnabled }),
  };
}
