import type { Glossary } from '../../../ask/rules/glossary.ts'
import type { Include } from '../../../guard/chosen-tables.ts'
import type { Policy } from '../../../guard/policy.ts'

/** The configuration of one connected database, without its secret address. */
export interface DatabaseSettings {
  readonly id: string
  readonly organizationId: number
  readonly name: string
  readonly engine: string
  readonly requiresOrganizationScoping: boolean
  readonly policy: Policy
  readonly glossary: Glossary
  /** Time limit of a query of an asynchronous question, in seconds; absent: the default of the installation. */
  readonly asyncQueryTimeout?: number
  /** What of a result the provider of a model is sent; absent: the rows that it is to word. */
  readonly rows?: RowsRule
  /** Whether values that several tenants share may be shown to all of them; absent: they may. */
  readonly sharedValues?: SharedValuesRule
  /** Whether those who ask are shown what a model thinks; absent: they are not. */
  readonly thinking?: ThinkingRule
  /** Whether public keys may export all rows of an answer; absent: they may not. */
  readonly publicExports?: true
  /** Which of its tables are used, by patterns of their names; absent for all of them. */
  readonly include?: Include
  /** Absent without an identity secret: then identity tokens cannot be signed. */
  readonly identity?: IdentityRule
}

/** `none`: rows are never sent to the provider of a model, and worded by the template. */
export const ROWS_RULES = ['none'] as const
export type RowsRule = (typeof ROWS_RULES)[number]

/** `off`: nothing that was read of tenants' rows is published to other tenants, however many of them have it. */
export const SHARED_VALUES_RULES = ['off'] as const
export type SharedValuesRule = (typeof SHARED_VALUES_RULES)[number]

/** `shown`: readers of a stream get what a model thinks, as progress; never with a public key. */
export const THINKING_RULES = ['shown'] as const
export type ThinkingRule = (typeof THINKING_RULES)[number]

/** Whether a database publishes what enough tenants have in common: values of categories, and names of fields. */
export const publishesSharedValues = ({ sharedValues }: Pick<DatabaseSettings, 'sharedValues'>): boolean =>
  sharedValues !== 'off'

/** Whether public keys require a signed identity token, or may name tenant and scope in plain headers. */
export type IdentityRule = 'accepted' | 'required'
