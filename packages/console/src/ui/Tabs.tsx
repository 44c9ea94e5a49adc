import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface TabItem<Value extends string> {
  value: Value;
  label: ReactNode;
  content: ReactNode;
  isDisabled?: boolean;
}

interface TabsProps<Value extends string> {
  items: readonly TabItem<Value>[];
  /** Name of the list of tabs. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
}

export function Tabs<Value extends string>({ items, label, value, onChange }: TabsProps<Value>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <BaseTabs.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {items.map((item) => (
          <BaseTabs.Tab
            key={item.value}
            value={item.value}
            disabled={item.isDisabled ?? false}
            className="-mb-px min-h-10 border-b-3 border-transparent px-3.5 py-2 font-medium whitespace-nowrap text-ink-soft -outline-offset-3 hover:text-ink data-active:border-accent data-active:text-ink data-disabled:opacity-50"
          >
            {item.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {items.map((item) => (
        <BaseTabs.Panel key={item.value} value={item.value} className="pt-4">
          {item.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
