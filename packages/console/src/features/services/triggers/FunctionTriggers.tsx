import { editFiles } from '@atrium/contract/configuration/edit';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { AddressDialog } from './AddressDialog.tsx';
import { AddressTrigger } from './AddressTrigger.tsx';
import { readAddress } from './address-values.ts';
import { metadataQuery } from './trigger.queries.ts';

/** What starts a function besides calls in the console: a part for each kind. */
export function FunctionTriggers({ serviceId, name }: { serviceId: string; name: string }) {
  const metadata = useQuery(metadataQuery(serviceId, name));
  const [isEditing, setEditing] = useState(false);
  const refusal = useRefusal(editFiles);
  const item = metadata.data ?? undefined;
  const isUnreadable = item !== undefined && item.fields === undefined;
  const address = readAddress(item?.fields);
  return (
    <Card
      title="Triggers"
      actions={
        metadata.data !== undefined &&
        !isUnreadable && (
          <Button size="small" refusal={refusal} onClick={() => setEditing(true)}>
            {address ? 'Edit address' : 'Add address'}
          </Button>
        )
      }
    >
      <QueryPanel query={metadata}>
        {() => {
          if (item && isUnreadable) {
            return (
              <AppLink href={paths.service(serviceId, { file: filePathOf(item.place) })} className="link">
                Edit the metadata as text
              </AppLink>
            );
          }
          if (!address) return <p className="text-sm text-ink-soft">The function has no address.</p>;
          return <AddressTrigger serviceId={serviceId} name={name} address={address} />;
        }}
      </QueryPanel>
      {isEditing && (
        <AddressDialog serviceId={serviceId} name={name} item={item} onClose={() => setEditing(false)} />
      )}
    </Card>
  );
}
