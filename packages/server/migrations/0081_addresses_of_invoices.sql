-- compatible: one more change of an unpaid invoice is allowed; the release before makes it nowhere and reads what it brings.
-- An invoice that was issued before its customer had an address is given it once.
create or replace function refuse_invoice_change() returns trigger language plpgsql as $$
declare
  changing text[] := array['card', 'paid_on', 'payment_error'];
begin
  if tg_op = 'DELETE' then
    raise exception 'invoice % cannot be deleted', old.number;
  end if;
  if old.address is null then
    changing := changing || 'address'::text;
  end if;
  if (to_jsonb(new) - changing) <> (to_jsonb(old) - changing)
     or (old.paid_on is not null and to_jsonb(new) <> to_jsonb(old)) then
    raise exception 'invoice % cannot be changed', old.number;
  end if;
  return new;
end $$;

update invoices
   set address = jsonb_build_object('country', country, 'city', city, 'line1', line1, 'line2', line2, 'zip', zip,
     'companyName', company_name, 'companyVat', company_vat)
  from addresses
 where addresses.domain_id = invoices.domain_id and addresses.user_id = invoices.user_id
   and is_default and removed_on is null
   and address is null and paid_on is null;
