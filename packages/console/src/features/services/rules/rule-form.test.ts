import { editLiteralModule } from '@atrium/contract/service-api/files/literal-edit';
import { describe, expect, test } from 'vitest';
import { toMetaItem } from '../items/meta-item.ts';
import { ruleForm } from './rule-form.ts';
import { rulePlaceOf, toRuleFields, toRuleValues } from './rule-values.ts';

const TEXT = `export default {
  event: 'order.created', // why
  function: 'mails/confirm',
  owner: 'ada',
};
`;
const rule = toMetaItem('rules', rulePlaceOf('shop/confirm'), { content: TEXT, checksum: 'a'.repeat(40) });
const values = toRuleValues(rule.fields ?? {}, rule);
const form = ruleForm(['Taken'], ['mails/confirm']);

describe('a rule in its form', () => {
  test('has a name, and what runtime assumes where the file says nothing', () => {
    expect(values).toMatchObject({ name: 'shop/confirm', order: '0', isEnabled: true });
  });

  test('is written back as it was: nothing is added that was not said', () => {
    expect(editLiteralModule(TEXT, toRuleFields(values, rule.fields ?? {}))).toBe(TEXT);
  });

  test('keeps comments and fields that the form does not show', () => {
    const changed = toRuleFields({ ...values, event: 'order.*', isEnabled: false }, rule.fields ?? {});
    expect(editLiteralModule(TEXT, changed)).toBe(
      TEXT.replace("'order.created'", '"order.*"').replace("'ada',", "'ada',\n  disabled: true,"),
    );
  });

  test('a new one gets its name as id', () => {
    expect(toRuleFields({ ...values, name: 'mine' }, {})).toEqual({
      id: 'mine',
      event: 'order.created',
      function: 'mails/confirm',
    });
  });
});

test.each(['order', 'order.created', 'order.*', '*.created', 'order.**', '**'])('%s is an event', (event) => {
  expect(form.safeParse({ ...values, event }).error).toBeUndefined();
});

test.each([
  ['event', ''],
  ['event', 'order.'],
  ['event', '**.created'],
  ['event', 'an order'],
  ['function', 'mails/none'],
  ['order', '1.5'],
  ['name', '../escape'],
  ['name', 'taken'],
])('%s cannot be %j', (field, value) => {
  const { error } = form.safeParse({ ...values, [field]: value });
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
});
