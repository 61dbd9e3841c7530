import type { IndexJobs } from '../src/databases/index-jobs.ts'
import type { ManagedDatabases } from '../src/databases/managed-databases.ts'
import type { NoteTokens } from '../src/domain/access/quota.ts'
import type { Mailer } from '../src/domain/account/mail.ts'
import type { AccountMail } from '../src/domain/account/mail-request.ts'
import type { ModelPrices } from '../src/domain/ask/spending.ts'
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
import type { TextWriter } from '../src/stream/coalesce.ts'
import type { Outbox } from '../src/stream/outbox.ts'
import type { TurnLog } from '../src/stream/turn-log.ts'
import type { Removals } from '../src/temporal/removals.ts'
import type { Tracing } from '../src/tracing/tracing.ts'
import type { AttemptDelivery } from '../src/webhooks/attempt-delivery.ts'
import type { WebhookEvents } from '../src/webhooks/webhook-events.ts'
import type { ComparisonLimits } from './compare-readings.ts'

/** What the steps of turns and jobs need of the rooms in `src`. */
export interface StepParts extends DatabaseAccess {
  readonly store: Store
  readonly clock: StoreClock
  readonly limits: Limits
  /** Writes results as files. */
  readonly files: FileWriter
  /** Told when a turn has spent tokens. */
  readonly noteTokens: NoteTokens
  readonly planner: Planner
  /** What the calls of its models cost. */
  readonly modelPrices: ModelPrices
  /** How many a turn may spend on them; undefined: without limit. */
  readonly turnTokens: number | undefined
  /** The verified queries that are near to a question. */
  readonly patterns: Pick<PatternBooks, 'near'>
  /** What of a caller's knowledge a question needs. */
  readonly contexts: Pick<QuestionContexts, 'of'>
  readonly managed: ManagedDatabases
  readonly indexJobs: IndexJobs
  /** Attacks the policies of databases. */
  readonly policyAttacks: Pick<PolicyAttacks, 'attack' | 'removeCopies'>
  readonly removals: Removals
  readonly mailer: Mailer
  /** What a mail that was asked for says, and to whom. */
  readonly accountMail: AccountMail
  /** How long further readings of a question may take; the usual limits where it is absent. */
  readonly comparison?: ComparisonLimits
  readonly turnLog: TurnLog
  /** By which steps write to it. */
  readonly events: Outbox
  /** Begins the text of an answer, or begins it anew where an earlier run of the step left some behind. */
  takeOverText(turnId: string, writer: number): Promise<TextWriter>
  /** Where it is told what happens to organizations. */
  readonly webhookEvents: WebhookEvents
  readonly attemptDelivery: AttemptDelivery
  readonly observe: Observe
  readonly tracing: Tracing
}
