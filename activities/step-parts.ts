import type { Limits } from '../src/access/limits/limits.ts'
import type { NoteTokens } from '../src/access/rules/quota.ts'
import type { TurnStream } from '../src/ask/events/turn-stream.ts'
import type { ProcessTurns } from '../src/ask/turns/process-turns.ts'
import type { Config } from '../src/config.ts'
import type { DatabaseAccess } from '../src/knowledge/database-access.ts'
import type { PatternIndexes } from '../src/knowledge/pattern-indexes.ts'
import type { QuestionContexts } from '../src/knowledge/retrieval/question-contexts.ts'
import type { AccountMail } from '../src/manage/accounts/rules/mail-request.ts'
import type { IndexJobs } from '../src/manage/databases/index-jobs.ts'
import type { ManagedDatabases } from '../src/manage/databases/managed-databases.ts'
import type { FileWriter } from '../src/manage/exports/file-writer.ts'
import type { PolicyAttacks } from '../src/manage/policy-attacks/policy-attacks.ts'
import type { AttemptDelivery } from '../src/manage/webhooks/attempt-delivery.ts'
import type { WebhookEvents } from '../src/manage/webhooks/webhook-events.ts'
import type { Planner } from '../src/planner/planner.ts'
import type { Mailer } from '../src/platform/mail/rules/mail.ts'
import type { StoreClock } from '../src/platform/mongodb/store-clock.ts'
import type { Observe } from '../src/platform/observation.ts'
import type { Tracing } from '../src/platform/tracing/tracing.ts'
import type { Store } from '../src/store/store.ts'
import type { TemporalParts } from '../src/temporal/temporal-parts.ts'
import type { ComparisonLimits } from './compare-readings.ts'

/** What the steps of turns and jobs need of the rooms in `src`. */
export interface StepParts {
  readonly config: Pick<Config, 'modelPrices' | 'turnTokens'>
  readonly databases: DatabaseAccess
  readonly store: Store
  readonly clock: StoreClock
  readonly limits: Limits
  /** Writes results as files. */
  readonly files: FileWriter
  readonly quotas: { readonly noteTokens: NoteTokens }
  readonly planner: Planner
  readonly retrieval: {
    /** Finds the verified queries that are similar to a question. */
    readonly patterns: Pick<PatternIndexes, 'near'>
    /** Selects what a question needs of a caller's knowledge. */
    readonly contexts: Pick<QuestionContexts, 'of'>
  }
  readonly managed: ManagedDatabases
  readonly jobs: { readonly index: IndexJobs }
  /** Attacks the policies of databases. */
  readonly policyAttacks: Pick<PolicyAttacks, 'attack' | 'removeCopies'>
  readonly temporal: Pick<TemporalParts, 'removals'>
  readonly mail: {
    readonly mailer: Mailer
    /** Writes the mail of an account request. */
    readonly accountMail: AccountMail
  }
  /** How long further readings of a question may take; the usual limits where it is absent. */
  readonly comparison?: ComparisonLimits
  readonly stream: TurnStream
  /** Tells the API of this process how turns begin and end. */
  readonly processTurns: ProcessTurns
  readonly webhooks: {
    readonly events: WebhookEvents
    readonly attemptDelivery: AttemptDelivery
  }
  readonly observe: Observe
  readonly tracing: Tracing
}
