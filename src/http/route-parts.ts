import type { Limits } from '../access/limits/limits.ts'
import type { Starters } from '../ask/starters.ts'
import type { TurnParts } from '../ask/turns/turn-parts.ts'
import type { ChartRenderer } from '../charts/chart-renderer.ts'
import type { Config } from '../config.ts'
import type { DatabaseAccess } from '../knowledge/database-access.ts'
import type { Accounts } from '../manage/accounts/accounts.ts'
import type { ManagedBilling } from '../manage/billing/managed-billing.ts'
import type { ManagedLogos } from '../manage/branding/managed-logos.ts'
import type { AttackJobs } from '../manage/databases/attack-jobs.ts'
import type { IndexJobs } from '../manage/databases/index-jobs.ts'
import type { ManagedDatabases } from '../manage/databases/managed-databases.ts'
import type { ManagedEvaluations } from '../manage/evaluation/managed-evaluations.ts'
import type { ExportJobs } from '../manage/exports/export-jobs.ts'
import type { FileWriter } from '../manage/exports/file-writer.ts'
import type { OAuth } from '../manage/oauth/oauth.ts'
import type { OperatorCredentials } from '../manage/operators/operators.ts'
import type { ManagedOrganizations } from '../manage/organizations/managed-organizations.ts'
import type { Shares } from '../manage/shares/shares.ts'
import type { ManagedWebhooks } from '../manage/webhooks/managed-webhooks.ts'
import type { Observe } from '../platform/observation.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import type { TemporalParts } from '../temporal/temporal-parts.ts'

/** The parts that routes need; each handler takes some of them. */
export interface RouteParts extends TurnParts {
  readonly config: Config
  readonly databases: Pick<DatabaseAccess, 'database' | 'judgeForAnyone' | 'sharedTexts' | 'visibleTables'> & Starters
  readonly managed: ManagedDatabases
  readonly accounts: Accounts
  readonly oauth: OAuth
  readonly operators: OperatorCredentials
  readonly organizations: ManagedOrganizations
  readonly logos: ManagedLogos
  readonly billing: ManagedBilling
  readonly charts: Pick<ChartRenderer, 'keyOf' | 'draw'>
  readonly jobs: { readonly index: IndexJobs; readonly attack: AttackJobs; readonly export: ExportJobs }
  readonly temporal: TemporalParts
  readonly evaluations: ManagedEvaluations
  readonly webhooks: ManagedWebhooks
  readonly limits: Limits
  /** Writes results as files. */
  readonly files: FileWriter
  /** Asks Redis whether it responds; undefined where none is configured. */
  readonly pingRedis: (() => Promise<unknown>) | undefined
  readonly shares: Shares
  readonly observe: Observe
  readonly tracing: Tracing
}
