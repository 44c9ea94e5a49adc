import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
  content: ReactNode;
  isDisabled?: boolean;
}

interface TabsProps<Value extends string> {
  tabs: readonly Tab<Value>[];
  /** Name of the list of tabs. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
}

export function Tabs<Value extends string>({ tabs, label, value, onChange }: TabsProps<Value>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <BaseTabs.List aria-label={label} className="flex flex-wrap gap-1 border-b border-line">
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            disabled={tab.isDisabled ?? false}
            className="-mb-px min-h-10 border-b-3 border-transparent px-3.5 py-2 font-medium whitespace-nowrap text-ink-soft -outline-offset-3 hover:text-ink data-active:border-accent data-active:text-ink data-disabled:opacity-50"
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
