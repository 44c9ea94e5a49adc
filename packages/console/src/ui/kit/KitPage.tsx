import { PageHeader } from '../PageHeader.tsx';
import { KitActions } from './KitActions.tsx';
import { KitFields } from './KitFields.tsx';
import { KitMessages } from './KitMessages.tsx';
import { KitTables } from './KitTables.tsx';

/** Every part of the kit on one page, for those who build pages of it. */
export function KitPage() {
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5">
      <PageHeader
        title="The console's parts"
        description="What pages are built of, in the theme in use. Shown on this machine only."
      />
      <KitActions />
      <KitFields />
      <KitMessages />
      <KitTables />
    </div>
  );
}
