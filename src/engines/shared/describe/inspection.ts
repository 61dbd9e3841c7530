import type { OtherOwners, OwnerColumn } from '../../../guard/owner-columns.ts'

/**
 * What is asked of a live server beside its tables: advice for who manages the database, on which no answer depends.
 * It waits for its place as an owner of its own, so that no tenant's queries are in its way.
 */
export interface Inspection {
  /**
   * The version of the server, as it says by itself; of a file, that of what reads it.
   * @throws Problem `database_unreachable`, `query_timeout`, `busy`; an AbortError when `signal` aborts
   */
  serverVersion(address: string, signal: AbortSignal): Promise<string>
  /**
   * What the user of an address may do beyond reading; absent on engines that have no users.
   * @throws as `serverVersion`
   */
  excessRights?(address: string, signal: AbortSignal): Promise<ExcessRights>
  /**
   * What the user may read and `describe` leaves out; absent where nothing is left out, or nobody is told.
   * @throws as `serverVersion`
   */
  leftOut?(address: string, signal: AbortSignal): Promise<readonly LeftOut[]>
  /**
   * How many rows have an owner of a type that their policy does not name, for each column; undefined where that cannot
   * be told in time. Absent on engines whose columns hold values of one type.
   * @throws as `serverVersion`
   */
  countOtherOwners?(
    address: string,
    columns: readonly OwnerColumn[],
    signal: AbortSignal,
  ): Promise<readonly (OtherOwners | undefined)[]>
}

/** What a database's user may do there beyond reading, which no query of this service needs. */
export interface ExcessRights {
  /** In words, for example `may write to public.orders`; empty where the user may only read. */
  readonly rights: readonly string[]
  /** Statements that make a user who may only read. */
  readonly advice: readonly string[]
}

/** What such a user is called in statements; the password is for whoever runs them to choose. */
export const READER = 'tabletalk_reader'
export const PASSWORD = 'choose-a-password'

/** What a database has beside the tables that are described, by name. */
export interface LeftOut {
  readonly kind: 'view' | 'virtual table' | 'foreign table' | 'partition'
  readonly name: string
}

/** More are not named by a server: a warning that lists them all is not read. */
export const LEFT_OUT_MAX = 1_000
