/** What a database has beside the tables that are described, by name. */
export interface LeftOut {
  readonly kind: 'view' | 'virtual table' | 'foreign table' | 'partition'
  readonly name: string
}

/** More are not named by a server: a warning that lists them all is not read. */
export const LEFT_OUT_MAX = 1_000
