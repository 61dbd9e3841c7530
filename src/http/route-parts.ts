import type { Accounts } from '../accounts/accounts.ts'
import type { Operators } from '../accounts/operators.ts'
import type { ChartDrawings } from '../charts/chart-drawings.ts'
import type { Config } from '../config.ts'
import type { AttackJobs } from '../databases/attack-jobs.ts'
import type { IndexJobs } from '../databases/index-jobs.ts'
import type { ManagedDatabases } from '../databases/managed-databases.ts'
import type { ManagedEvaluations } from '../evaluations/managed-evaluations.ts'
import type { ExportJobs } from '../exports/export-jobs.ts'
import type { FileWriter } from '../exports/file-writer.ts'
import type { DatabaseAccess } from '../knowledge/database-access.ts'
import type { Limits } from '../limits/limits.ts'
import type { Observe } from '../observation.ts'
import type { ManagedLogos } from '../organizations/managed-logos.ts'
import type { ManagedOrganizations } from '../organizations/managed-organizations.ts'
import type { ManagedBilling } from '../payments/managed-billing.ts'
import type { Shares } from '../shares/shares.ts'
import type { Starters } from '../starters.ts'
import type { TemporalParts } from '../temporal/temporal-parts.ts'
import type { Tracing } from '../tracing/tracing.ts'
import type { TurnParts } from '../turns/turn-parts.ts'
import type { ManagedWebhooks } from '../webhooks/managed-webhooks.ts'

/** The parts that routes need; each handler takes some of them. */
export interface RouteParts extends TurnParts {
  readonly config: Config
  readonly databases: Pick<DatabaseAccess, 'database' | 'judgeForAnyone' | 'sharedTexts'> & Starters
  readonly managed: ManagedDatabases
  readonly accounts: Accounts
  readonly operators: Operators
  readonly organizations: ManagedOrganizations
  readonly logos: ManagedLogos
  readonly billing: ManagedBilling
  readonly charts: Pick<ChartDrawings, 'keyOf' | 'draw'>
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
