import type { ColumnType, SelectType } from 'kysely';

/** A time that the application always sets itself, from its clock. */
export type Time = ColumnType<Date, Date, Date>;

declare const secret: unique symbol;

/** A value that no export contains. Plain values can be assigned to it. */
type Secret<Value, Kind extends string> = Value & { readonly [secret]?: Kind };

/** Encrypted under a key outside the database. */
export type Sealed = Secret<string, 'sealed'>;

/** The hash of a secret. */
export type Hashed<Value = Buffer> = Secret<Value, 'hashed'>;

/** A secret of the platform or a provider, in plain text. */
export type Token = Secret<string, 'token'>;

type IsSecret<Value> = Value extends Buffer ? true : typeof secret extends keyof Value ? true : false;

/** Names of the columns with secrets or bytes. */
export type SecretColumn<Row> = {
  [Column in keyof Row]-?: true extends IsSecret<NonNullable<SelectType<Row[Column]>>> ? Column : never;
}[keyof Row];
