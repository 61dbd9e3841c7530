import type { Glossary } from '../ask/glossary.ts'
import type { Policy } from '../guard/policy.ts'

/** The configuration of one connected database, without its secret address. */
export interface DatabaseSettings {
  readonly id: string
  readonly organizationId: number
  readonly name: string
  readonly engine: string
  readonly requiresOrganizationScoping: boolean
  readonly policy: Policy
  readonly glossary: Glossary
}
