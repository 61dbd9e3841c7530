import type { Policy } from './policy.ts'
import type { Restriction } from './restriction.ts'
import type { Schema } from './schema.ts'

/** What decides which rows and columns a caller may see: schema, policy and the caller's restriction. */
export interface GuardRules {
  readonly schema: Schema
  readonly policy: Policy
  readonly restriction: Restriction
}
