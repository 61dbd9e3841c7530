import type { Policy } from './policy.ts'
import type { Restriction } from './restriction.ts'
import type { Schema } from './schema.ts'

/** What decides which rows and columns a caller may see: what is there, how it is restricted, and for whom. */
export interface GuardRules {
  readonly schema: Schema
  readonly policy: Policy
  readonly restriction: Restriction
}
