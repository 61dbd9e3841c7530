import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  Client,
  type ConnectionLike,
  WithStartWorkflowOperation,
  type Workflow,
  WorkflowFailedError,
  type WorkflowHandle,
  WorkflowNotFoundError,
  type WorkflowStartOptions,
} from '@temporalio/client'
import type { Caller } from '../access/rules/caller.ts'
import { failureIn } from '../ask/rules/answer.ts'
import type { Question } from '../ask/rules/question.ts'
import {
  ANSWER_UPDATE,
  EXPECTED_QUERY_TYPE,
  summaryOf,
  type TurnInput,
  type TurnResult,
  workflowIdOf,
} from '../ask/rules/turn.ts'
import { Problem } from '../platform/problems/problem.ts'
import { problemOf } from './failure.ts'
import { keywordAttribute } from './keyword.ts'
import { isUnavailable, isUpdateLost } from './temporal-errors.ts'
import { withSignal } from './with-signal.ts'

/** Time limit of cancelling and describing a workflow. */
const SHORT_CALL_MS = 5_000

const PING_MS = 2_000

/** Time to store the outcome after the deadline of a turn. */
const ENDING_SLACK_MS = 15_000

/** Workflows of turns. */
export interface TurnWorkflows {
  /** Whether a worker of this process runs turns. */
  hasWorker(): boolean
  /** Starts turns over the connection of a worker of this process, too. @returns a function to be called before it drains */
  attachWorker(connection: ConnectionLike): () => void
  /**
   * Starts a turn, or joins a running one with its id, and resolves when Temporal has it.
   * @param deadline epoch ms
   * @param isEager past the queue that is fair to organizations, if this process has a worker that can take it at once
   * @throws Problem `worker_unavailable` if Temporal does not respond by the deadline; the turn may have been started.
   * WorkflowExecutionAlreadyStartedError if the turn has ended
   */
  start(input: TurnInput, deadline: number, isEager?: boolean): Promise<void>
  /**
   * Starts a turn, or joins a running or ended one with its id, and resolves when it has ended, which needs only one call for most
   * turns.
   * @param deadline epoch ms
   * @returns undefined if the result must be read by `result`
   * @throws Problem `worker_unavailable` if there is no response by the deadline; the turn may have been started
   */
  answer(input: TurnInput, deadline: number): Promise<TurnResult | undefined>
  /**
   * The result of a turn; waits until its deadline.
   * @throws Problem `turn_timeout`, `turn_not_found` if Temporal no longer retains it
   */
  result(input: TurnInput): Promise<TurnResult>
  /**
   * Cancels the turn and its statement in the customer's database. @returns false if it is not running
   * @throws Problem `worker_unavailable` if Temporal does not respond
   */
  cancel(turn: Parameters<typeof workflowIdOf>[0]): Promise<boolean>
  /** Whether a turn is waiting or running. @throws Problem `worker_unavailable` if Temporal does not respond */
  isRunning(turn: Parameters<typeof workflowIdOf>[0]): Promise<boolean>
  /** Resolves when Temporal responds, which an open connection does not prove. */
  ping(withinMs?: number): Promise<void>
  close(): Promise<void>
}

/** @param onUnavailable called whenever a call finds Temporal unavailable */
export const temporalTurns = (
  client: Client,
  taskQueue: string,
  onUnavailable: () => void = () => undefined,
): TurnWorkflows => {
  let closed = false
  let ofWorker: Client | undefined
  const pending = new Map<AbortController, Promise<unknown>>()
  /**
   * Runs a call that `close` aborts before it closes the connection, because the client would retry it on a closed connection.
   * Each call has its own signal: the client retains signals, so a shared one would retain all calls (memory leak).
   */
  const call = <Result>(deadline: number, run: () => Promise<Result>): Promise<Result> => {
    const ending = new AbortController()
    if (closed) ending.abort(new Problem('worker_unavailable'))
    const result = withSignal(client, ending.signal, () => client.withDeadline(deadline, run))
    pending.set(
      ending,
      result.catch(() => undefined).finally(() => pending.delete(ending)),
    )
    return result
  }
  const isAway = (error: unknown): boolean => {
    if (!isUnavailable(error)) return false
    onUnavailable()
    return true
  }
  return {
    hasWorker: () => ofWorker !== undefined,

    attachWorker(connection) {
      const { namespace, dataConverter, interceptors } = client.options
      const attached = new Client({ connection, namespace, dataConverter, interceptors })
      ofWorker = attached
      return () => {
        if (ofWorker === attached) ofWorker = undefined
      }
    },

    async start(input, deadline, isEager = false) {
      const options = startOptions(input, taskQueue)
      if (isEager && ofWorker !== undefined && (await startEagerly(ofWorker, options))) return
      try {
        await call(deadline, () => client.workflow.start(WORKFLOW, options))
      } catch (error) {
        throw isAway(error) ? new Problem('worker_unavailable', { cause: error }) : error
      }
    },

    async answer(input, deadline) {
      const startWorkflowOperation = new WithStartWorkflowOperation(WORKFLOW, startOptions(input, taskQueue))
      const update = { updateId: input.question.turnId, startWorkflowOperation }
      try {
        return await call(deadline, () =>
          client.workflow.executeUpdateWithStart<Workflow, TurnResult, []>(ANSWER_UPDATE, update),
        )
      } catch (error) {
        if (isUpdateLost(error)) return undefined
        throw isAway(error) ? new Problem('worker_unavailable', { cause: error }) : error
      }
    },

    async result(input) {
      const handle = client.workflow.getHandle(idOf(input.question))
      const deadline = Date.parse(input.question.askedAt) + input.timeoutMs + ENDING_SLACK_MS
      for (;;) {
        try {
          return await call(deadline, () => ending(handle, input.question.turnId))
        } catch (error) {
          if (closed) throw error
          if (Date.now() >= deadline) throw new Problem('turn_timeout', { cause: error })
          if (!isAway(error)) throw error
          await delay(250)
        }
      }
    },

    async cancel(turn) {
      try {
        await call(Date.now() + SHORT_CALL_MS, () => client.workflow.getHandle(workflowIdOf(turn)).cancel())
        return true
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false
        throw isAway(error) ? new Problem('worker_unavailable', { cause: error }) : error
      }
    },

    async isRunning(turn) {
      try {
        const handle = client.workflow.getHandle(workflowIdOf(turn))
        const { status } = await call(Date.now() + SHORT_CALL_MS, () => handle.describe())
        return status.name === 'RUNNING'
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false
        throw isAway(error) ? new Problem('worker_unavailable', { cause: error }) : error
      }
    },

    async ping(withinMs = PING_MS) {
      const { namespace } = client.options
      await call(Date.now() + withinMs, () => client.workflowService.describeNamespace({ namespace }))
    },

    async close() {
      closed = true
      for (const ending of pending.keys()) ending.abort(new Problem('worker_unavailable'))
      await Promise.all(pending.values())
      await client.connection.close()
    },
  }
}

const idOf = (question: Question) => workflowIdOf({ ...question, organizationId: question.caller.organizationId })

/** The result of the update; if the update was lost, the result of the workflow. */
const ending = async (handle: WorkflowHandle, turnId: string): Promise<TurnResult> => {
  try {
    return await handle.getUpdateHandle<TurnResult>(turnId).result()
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError || isUpdateLost(error))) throw error
  }
  try {
    return await handle.result()
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) throw new Problem('turn_not_found', { cause: error })
    if (!(error instanceof WorkflowFailedError)) throw error
    const problem = problemOf(error.cause)
    return { kind: 'failed', failure: failureIn(problem) }
  }
}

/** Fair scheduling by organization and tenant. Hashed, because Temporal limits keys to 64 bytes and tenant ids may be longer. */
const fairnessKeyOf = ({ organizationId, tenantId = '' }: Caller): string =>
  createHash('sha256')
    .update(JSON.stringify([organizationId, tenantId]))
    .digest('base64url')

const WORKFLOW = 'answerQuestion'

/** A usual start takes some milliseconds. */
const EAGER_WITHIN_MS = 1_000

/**
 * Starts a turn over the connection of a worker, which gets its first task with the response. That connection honours neither
 * deadlines nor signals while it retries, so that a start without a response is repeated over the other one: it joins the turn.
 *
 * @returns false if it has failed, or may have
 */
const startEagerly = async (ofWorker: Client, options: ReturnType<typeof startOptions>): Promise<boolean> => {
  const started = ofWorker.workflow.start(WORKFLOW, { ...options, requestEagerStart: true }).then(
    () => true,
    () => false,
  )
  const late = new AbortController()
  const isLate = delay(EAGER_WITHIN_MS, false, { signal: late.signal })
  return await Promise.race([started, isLate]).finally(() => late.abort())
}

const startOptions = (input: TurnInput, taskQueue: string) => {
  const { question } = input
  const { caller } = question
  return {
    workflowId: idOf(question),
    taskQueue,
    args: [input],
    workflowIdConflictPolicy: 'USE_EXISTING',
    // A turn runs once: a repeated start joins the ended workflow.
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    // If a worker dies between two steps, another one takes over after this time; running steps extend it.
    workflowTaskTimeout: '4s',
    staticSummary: summaryOf(question, input.redact),
    priority: { fairnessKey: fairnessKeyOf(caller) },
    typedSearchAttributes: [
      { key: keywordAttribute('OrgId'), value: String(caller.organizationId) },
      ...(caller.tenantId === undefined ? [] : [{ key: keywordAttribute('TenantId'), value: caller.tenantId }]),
      { key: keywordAttribute('ConversationId'), value: question.conversationId },
      { key: keywordAttribute('DatabaseId'), value: question.databaseId },
      ...(input.isLabelled ? [{ key: keywordAttribute('QueryType'), value: EXPECTED_QUERY_TYPE }] : []),
    ],
  } satisfies WorkflowStartOptions
}
