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
import type { Attacking } from '../temporal/attacking.ts'
import type { JsonPayload } from '../temporal/codec.ts'
import type { Exporting } from '../temporal/exporting.ts'
import type { Indexing } from '../temporal/indexing.ts'
import type { TurnRuns } from '../temporal/turn-runs.ts'
import type { Tracing } from '../tracing/tracing.ts'
import type { TurnParts } from '../turns/turn-parts.ts'
import type { ManagedWebhooks } from '../webhooks/managed-webhooks.ts'

/** What routes need of the other rooms; each takes what it uses of it. */
export interface RouteParts
  extends TurnParts,
    Starters,
    Pick<DatabaseAccess, 'database' | 'judgeForAnyone' | 'sharedTexts'> {
  readonly config: Config
  readonly managed: ManagedDatabases
  readonly accounts: Accounts
  readonly operators: Operators
  readonly organizations: ManagedOrganizations
  readonly logos: ManagedLogos
  readonly billing: ManagedBilling
  readonly charts: Pick<ChartDrawings, 'keyOf' | 'draw'>
  readonly indexing: Indexing
  readonly indexJobs: IndexJobs
  readonly attacking: Attacking
  readonly attackJobs: AttackJobs
  readonly evaluations: ManagedEvaluations
  readonly webhooks: ManagedWebhooks
  readonly limits: Limits
  /** Writes results as files. */
  readonly files: FileWriter
  readonly exportJobs: ExportJobs
  readonly exporting: Exporting
  readonly turnRuns: TurnRuns
  /** Asks Redis whether it answers; undefined where nothing is kept there. */
  readonly pingRedis: (() => Promise<unknown>) | undefined
  /** Why Temporal does not answer, for a reader, by the error of a call that asked for the namespace. */
  temporalReason(error: unknown): Promise<string>
  readonly shares: Shares
  readonly observe: Observe
  readonly tracing: Tracing
  /** Payloads of workflow history in the clear, JSON in and out. */
  decodePayloads(payloads: readonly JsonPayload[]): Promise<unknown>
}
