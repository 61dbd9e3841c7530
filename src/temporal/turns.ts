import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type Client,
  WithStartWorkflowOperation,
  type Workflow,
  WorkflowFailedError,
  type WorkflowHandle,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
} from '@temporalio/client'
import type { Caller } from '../access/rules/caller.ts'
import { failureIn } from '../ask/rules/answer.ts'
import type { Question } from '../ask/rules/question.ts'
import { ANSWER_UPDATE, summaryOf, type TurnInput, type TurnResult, workflowIdOf } from '../ask/rules/turn.ts'
import { Problem } from '../platform/problems/problem.ts'
import { problemOf } from './failure.ts'
import { keyword } from './keyword.ts'
import { grpcCode, isUnavailable, NOT_FOUND } from './trouble.ts'
import { withSignal } from './with-signal.ts'

/** To cancel, and to ask whether it runs, are short calls. */
const SHORT_CALL_MS = 5_000

const PING_MS = 2_000

/** After a turn's own deadline, time to store its ending. */
const ENDING_SLACK_MS = 15_000

/** Turns as the API starts, awaits and cancels them: the only user of the Temporal client. */
export interface Turns {
  /**
   * Starts a turn, or joins the one that runs or ran under its id, and resolves once a worker has taken it in; where
   * the caller waits for its end, when it has ended, with how: one call for most turns.
   * @param deadline epoch ms
   * @returns undefined where `result` must be asked
   * @throws Problem `worker_unavailable` when that is not known by then; the turn may have been started all the same
   */
  start(input: TurnInput, deadline: number, until?: 'taken in' | 'ended'): Promise<TurnResult | undefined>
  /**
   * How the turn ended; waits for it until its deadline has passed.
   * @throws Problem `turn_timeout`, `turn_not_found` when Temporal no longer knows it
   */
  result(input: TurnInput): Promise<TurnResult>
  /**
   * Asks the turn to stop; the statement in the customer's database goes with it. False when it does not run.
   * @throws Problem `worker_unavailable` when Temporal does not answer
   */
  cancel(turn: Parameters<typeof workflowIdOf>[0]): Promise<boolean>
  /** Whether a turn is yet to end, waiting or running. @throws Problem `worker_unavailable` when Temporal does not answer */
  isRunning(turn: Parameters<typeof workflowIdOf>[0]): Promise<boolean>
  /** Resolves when Temporal answers, which a connection that is still open does not say. */
  ping(withinMs?: number): Promise<void>
  close(): Promise<void>
}

/** @param onUnavailable told whenever a call finds that nobody takes turns */
export const temporalTurns = (
  client: Client,
  taskQueue: string,
  onUnavailable: () => void = () => undefined,
): Turns => {
  let closed = false
  const pending = new Map<AbortController, Promise<unknown>>()
  /**
   * A call that `close` ends before it closes the connection: one that is left would be tried again on a closed one.
   * Each has a signal of its own, because the client never lets go of a signal, and would keep every call with it.
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
    async start(input, deadline, until = 'taken in') {
      const update = { updateId: input.question.turnId, startWorkflowOperation: startOperation(input, taskQueue) }
      const { workflow } = client
      try {
        if (until === 'ended')
          return await call(deadline, () =>
            workflow.executeUpdateWithStart<Workflow, TurnResult, []>(ANSWER_UPDATE, update),
          )
        await call(deadline, () =>
          workflow.startUpdateWithStart(ANSWER_UPDATE, { ...update, waitForStage: 'ACCEPTED' }),
        )
        return undefined
      } catch (error) {
        if (error instanceof WorkflowUpdateFailedError) return undefined
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

/** The answer of the update; where the update got lost with its server, the workflow's own result. */
const ending = async (handle: WorkflowHandle, turnId: string): Promise<TurnResult> => {
  try {
    return await handle.getUpdateHandle<TurnResult>(turnId).result()
  } catch (error) {
    if (
      !(
        error instanceof WorkflowNotFoundError ||
        error instanceof WorkflowUpdateFailedError ||
        grpcCode(error) === NOT_FOUND
      )
    )
      throw error
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

/** Where steps wait, organizations and tenants take turns. Temporal takes 64 bytes, and a tenant's id may be longer. */
const fairnessKeyOf = ({ organizationId, tenantId = '' }: Caller): string =>
  createHash('sha256')
    .update(JSON.stringify([organizationId, tenantId]))
    .digest('base64url')

const startOperation = (input: TurnInput, taskQueue: string) => {
  const { question } = input
  const { caller } = question
  return new WithStartWorkflowOperation('answerQuestion', {
    workflowId: idOf(question),
    taskQueue,
    args: [input],
    workflowIdConflictPolicy: 'USE_EXISTING',
    // A turn runs once: whoever comes after its end finds it answered.
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    // A worker that dies between two steps is replaced after this; steps extend it while they work.
    workflowTaskTimeout: '4s',
    staticSummary: summaryOf(question, input.redact),
    priority: { fairnessKey: fairnessKeyOf(caller) },
    typedSearchAttributes: [
      { key: keyword('OrgId'), value: String(caller.organizationId) },
      ...(caller.tenantId === undefined ? [] : [{ key: keyword('TenantId'), value: caller.tenantId }]),
      { key: keyword('ConversationId'), value: question.conversationId },
      { key: keyword('DatabaseId'), value: question.databaseId },
    ],
  })
}
