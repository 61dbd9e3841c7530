import type { Config } from '../src/config.ts'
import type { IndexJobs } from '../src/databases/index-jobs.ts'
import type { ManagedDatabases } from '../src/databases/managed-databases.ts'
import type { NoteTokens } from '../src/domain/access/quota.ts'
import type { Mailer } from '../src/domain/account/mail.ts'
import type { AccountMail } from '../src/domain/account/mail-request.ts'
import type { FileWriter } from '../src/exports/file-writer.ts'
import type { PolicyAttacks } from '../src/isolation/policy-attacks.ts'
import type { DatabaseAccess } from '../src/knowledge/database-access.ts'
import type { PatternBooks } from '../src/knowledge/pattern-books.ts'
import type { QuestionContexts } from '../src/knowledge/retrieval/question-contexts.ts'
import type { Limits } from '../src/limits/limits.ts'
import type { StoreClock } from '../src/mongodb/store-clock.ts'
import type { Observe } from '../src/observation.ts'
import type { Planner } from '../src/planner/planner.ts'
import type { Store } from '../src/store/store.ts'
import type { TurnStream } from '../src/stream/turn-stream.ts'
import type { TemporalParts } from '../src/temporal/temporal-parts.ts'
import type { Tracing } from '../src/tracing/tracing.ts'
import type { AttemptDelivery } from '../src/webhooks/attempt-delivery.ts'
import type { WebhookEvents } from '../src/webhooks/webhook-events.ts'
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
    readonly patterns: Pick<PatternBooks, 'near'>
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
  readonly webhooks: {
    readonly events: WebhookEvents
    readonly attemptDelivery: AttemptDelivery
  }
  readonly observe: Observe
  readonly tracing: Tracing
}
