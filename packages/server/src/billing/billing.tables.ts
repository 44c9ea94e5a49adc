import type { ServiceUsage } from '@atrium/contract/billing/usage';
import type { Measure } from '@atrium/contract/pricing/measure';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Time } from '../database/columns.ts';

interface UsageKey {
  domain_id: string;
  user_id: string;
  service_id: string;
  metric: string;
  target: string;
  type: Measure;
  quantity: number;
}

interface OwnedRow {
  id: string;
  domain_id: string;
  user_id: string;
  is_default: boolean;
  created_on: Time;
  removed_on: Time | null;
}

export interface AddressColumns {
  country: string;
  city: string;
  line1: string;
  line2: string;
  zip: string;
  company_name: string;
  company_vat: string;
}

type Json<T> = ColumnType<T, string | null, string | null>;

export interface BillingTables {
  usage_events: UsageKey & { id: string; batch_id: string; at: Time; billed_day: string };
  usage_rejections: {
    service_id: string;
    event_id: string;
    event: JSONColumnType<object>;
    reason: string;
    received_on: Time;
  };
  usage_days: UsageKey & { payer_id: string; day: string; events: number };
  billing_periods: { month: string; sealed_on: Time; invoiced_on: Time | null };
  cards: OwnedRow & {
    provider: string;
    provider_customer: string;
    provider_card: string;
    holder_name: string;
    last4: string;
    exp_month: number;
    exp_year: number;
  };
  addresses: OwnedRow & AddressColumns;
  invoice_numbers: { year: number; last_number: number };
  invoices: {
    id: string;
    number: string;
    domain_id: string;
    user_id: string;
    month: string;
    period_start: string;
    period_end: string;
    created_on: Time;
    due_date: Time;
    currency: string;
    grand_total_cents: number;
    discount_cents: number;
    services: JSONColumnType<ServiceUsage[]>;
    address: Json<AddressColumns | null>;
    card: Json<{ name: string; last4: string } | null>;
    paid_on: Time | null;
    payment_error: string | null;
  };
  payments: {
    id: string;
    invoice_id: string;
    domain_id: string;
    card_id: string;
    provider: string;
    provider_payment: string | null;
    amount_cents: number;
    currency: string;
    status: Generated<'open' | 'succeeded' | 'failed'>;
    error: string | null;
    created_on: Time;
    finished_on: Time | null;
  };
  credit_entries: {
    id: string;
    domain_id: string;
    user_id: string;
    cents: number;
    reason: string;
    credit_id: string | null;
    invoice_id: string | null;
    created_on: Time;
  };
}
