-- The names in an invoice's address are written as in all other JSON. What the invoice says stays the same, so its
-- guard looks away for once.
alter table invoices disable trigger invoices_are_immutable;
update invoices
   set address = address - array['company_name', 'company_vat']
     || jsonb_build_object('companyName', address -> 'company_name', 'companyVat', address -> 'company_vat')
 where address ? 'company_name';
alter table invoices enable trigger invoices_are_immutable;
