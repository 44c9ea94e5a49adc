import type { ColumnType } from 'kysely';

/** A time that the application always sets itself, from its clock. */
export type Time = ColumnType<Date, Date, Date>;
