import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { tabClass, tabListClass } from './tab-class.ts';

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
      <BaseTabs.List aria-label={label} className={tabListClass}>
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            disabled={tab.isDisabled ?? false}
            className={tabClass}
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
