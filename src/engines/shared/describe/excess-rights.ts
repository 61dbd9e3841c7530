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
