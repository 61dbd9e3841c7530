import type { Glossary } from '../../../ask/rules/glossary.ts'
import type { IncludePatterns } from '../../../guard/included-tables.ts'
import type { Policy } from '../../../guard/policy.ts'

/** The settings of a database, without its secret address. */
export interface DatabaseSettings {
  readonly id: string
  readonly organizationId: number
  readonly name: string
  readonly engine: string
  readonly requiresOrganizationScoping: boolean
  readonly policy: Policy
  readonly glossary: Glossary
  /** Time limit in seconds for queries of asynchronous questions; absent: the installation's default. */
  readonly asyncQueryTimeout?: number
  /** Which rows are sent to the model provider; absent: those that it words. */
  readonly rows?: RowsRule
  /** Whether values that several tenants share are published; absent: they are. */
  readonly sharedValues?: SharedValuesRule
  /** Whether users are shown the model's thinking; absent: they are not. */
  readonly thinking?: ThinkingRule
  /** Whether database keys may export all rows of an answer; absent: they may not. */
  readonly publicExports?: true
  /** Patterns of the included tables; absent: all. */
  readonly include?: IncludePatterns
  /** Absent without an identity secret: identity tokens cannot be verified. */
  readonly identity?: IdentityRule
}

/** `none`: rows are never sent to the model provider; a template words them. */
export const ROWS_RULES = ['none'] as const
export type RowsRule = (typeof ROWS_RULES)[number]

/** `off`: values read from tenants' rows are never published to other tenants. */
export const SHARED_VALUES_RULES = ['off'] as const
export type SharedValuesRule = (typeof SHARED_VALUES_RULES)[number]

/** `shown`: streams contain the model's thinking as progress; with a database key only if it discloses `reasoning`. */
export const THINKING_RULES = ['shown'] as const
export type ThinkingRule = (typeof THINKING_RULES)[number]

/** Whether values and field names that enough tenants share are published. */
export const publishesSharedValues = ({ sharedValues }: Pick<DatabaseSettings, 'sharedValues'>): boolean =>
  sharedValues !== 'off'

/** Whether database keys require a signed identity token, or may also name the tenant without one. */
export type IdentityRule = 'accepted' | 'required'
