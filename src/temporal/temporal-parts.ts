import type { DataConverter } from '@temporalio/common'
import type { Tracing } from '../platform/tracing/tracing.ts'
import type { TemporalAccess, TemporalCredentials } from './access.ts'
import { type AttackWorkflows, temporalAttackWorkflows } from './attack-workflows.ts'
import { decodeJsonPayloads, type JsonPayload, type PayloadCipher, payloadCodec } from './codec.ts'
import { connectTemporal, type TemporalClient } from './connection.ts'
import { type DeliveryWorkflows, temporalDeliveries } from './deliveries.ts'
import { type EvaluationWorkflows, temporalEvaluations } from './evaluations.ts'
import { type ExportWorkflows, temporalExportWorkflows } from './export-workflows.ts'
import { type IndexWorkflows, temporalIndexWorkflows } from './index-workflows.ts'
import { type MailWorkflows, temporalMails } from './mails.ts'
import { type RemovalWorkflows, temporalRemovals } from './removals.ts'
import { explainTemporalError, pingOrDiagnose } from './temporal-errors.ts'
import { type TurnRuns, temporalTurnRuns } from './turn-runs.ts'
import { type TurnWorkflows, temporalTurns } from './turns.ts'
import { type TemporalWatch, watchTemporal } from './watch.ts'

/** The connection to Temporal, and the workflows that are started and read over it. */
export interface TemporalParts {
  readonly client: TemporalClient
  readonly access: TemporalAccess
  readonly dataConverter: DataConverter
  /** Reports why Temporal does not respond, as long as it does not. */
  readonly watch: TemporalWatch
  /** Why Temporal does not respond, as a sentence, by the error of a call that asked for the namespace. */
  reason(error: unknown): Promise<string>
  /** Payloads of workflow history in the clear, JSON in and out. */
  decodePayloads(payloads: readonly JsonPayload[]): Promise<unknown>
  readonly turnRuns: TurnRuns
  readonly indexing: IndexWorkflows
  readonly exporting: ExportWorkflows
  readonly attacking: AttackWorkflows
  readonly evaluations: EvaluationWorkflows
  readonly removals: RemovalWorkflows
  readonly mails: MailWorkflows
  readonly deliveries: DeliveryWorkflows
}

interface TemporalPartSettings {
  readonly address: string
  readonly namespace: string
  readonly taskQueue: string
  readonly credentials: TemporalCredentials
  /** Where calls become spans; absent: nowhere. */
  readonly tracing?: Tracing | undefined
  /** Seals the payloads of workflow histories. */
  readonly cipher: PayloadCipher
  /** Called with the reason when Temporal stops responding. */
  readonly onAway: (reason: string) => void
  /** Called when it responds again. */
  readonly onBack: () => void
}

/** How long a ping may take that looks for the reason of an outage: longer than a server that runs needs. */
const ANSWERS_WITHIN_MS = 5_000

/** Connects to Temporal when it is first used. */
export const temporalParts = (settings: TemporalPartSettings): TemporalParts & { readonly turns: TurnWorkflows } => {
  const { address, namespace, taskQueue, credentials, tracing, cipher, onAway, onBack } = settings
  const codec = payloadCodec(cipher)
  const dataConverter = { payloadCodecs: [codec] }
  const access = { ...credentials, address }
  const client = connectTemporal({ ...access, namespace, dataConverter, tracing })
  const reason = (error: unknown) => explainTemporalError(error, access, namespace)
  const turns = temporalTurns(client, taskQueue, () => watch.start())
  const watch = watchTemporal({
    ping: () => pingOrDiagnose(() => turns.ping(ANSWERS_WITHIN_MS), access),
    reasonOf: reason,
    onAway: onAway,
    onBack: onBack,
  })
  return {
    client,
    access,
    dataConverter,
    watch,
    reason,
    decodePayloads: (payloads) => decodeJsonPayloads(codec, payloads),
    turns,
    turnRuns: temporalTurnRuns(client, taskQueue),
    indexing: temporalIndexWorkflows(client, taskQueue),
    exporting: temporalExportWorkflows(client, taskQueue),
    attacking: temporalAttackWorkflows(client, taskQueue),
    evaluations: temporalEvaluations(client, taskQueue),
    removals: temporalRemovals(client, taskQueue),
    mails: temporalMails(client, taskQueue),
    deliveries: temporalDeliveries(client, taskQueue),
  }
}
