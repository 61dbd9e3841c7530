import type { OtherOwners, OwnerColumn } from '../../../guard/owner-columns.ts'

/**
 * Advice about a live server for managers of a database; no answer depends on it. It has slot owners of its own, so
 * that it does not compete with tenants' queries.
 */
export interface Inspection {
  /**
   * The server's version; for files, that of the library.
   * @throws Problem `database_unreachable`, `query_timeout`, `busy`; an AbortError when `signal` aborts
   */
  serverVersion(address: string, signal: AbortSignal): Promise<string>
  /** Rights of the user beyond reading; absent on engines without users. @throws as `serverVersion` */
  excessRights?(address: string, signal: AbortSignal): Promise<ExcessRights>
  /**
   * Readable objects that `describe` leaves out; absent if there are none or they are not reported.
   * @throws as `serverVersion`
   */
  leftOut?(address: string, signal: AbortSignal): Promise<readonly OmittedObject[]>
  /**
   * Counts rows whose owner has a type that the policy does not name, per column; undefined if that takes too long.
   * Absent on engines with typed columns.
   * @throws as `serverVersion`
   */
  countOtherOwners?(
    address: string,
    columns: readonly OwnerColumn[],
    signal: AbortSignal,
  ): Promise<readonly (OtherOwners | undefined)[]>
}

/** Rights of a database user beyond reading, which no query of this service needs. */
export interface ExcessRights {
  /** In words, for example `may write to public.orders`; empty for a read-only user. */
  readonly rights: readonly string[]
  /** Statements that create a read-only user. */
  readonly advice: readonly string[]
}

/** The user's name in these statements, and a password to replace. */
export const READER = 'tabletalk_reader'
export const PASSWORD = 'choose-a-password'

/** A database object that is not described, by name. */
export interface OmittedObject {
  readonly kind: 'view' | 'virtual table' | 'foreign table' | 'partition'
  readonly name: string
}

/** Maximum number of names read; longer warnings go unread. */
export const OMITTED_MAX = 1_000
