import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  WorkflowNotFoundError,
} from '@temporalio/client'
import { CancelledFailure, TerminatedFailure } from '@temporalio/common'
import {
  type EvaluationId,
  type EvaluationInput,
  type EvaluationProgress,
  evaluationWorkflowId,
  PROGRESS_QUERY,
} from '../manage/evaluation/rules/evaluation-input.ts'
import { Problem } from '../platform/problems/problem.ts'
import { callTemporal } from './call-temporal.ts'
import { problemOf } from './failure.ts'
import { keywordAttribute } from './keyword.ts'
import { LOWEST_PRIORITY } from './priorities.ts'
import { isUnavailable } from './temporal-errors.ts'
import { withSignal } from './with-signal.ts'

/** A running worker responds sooner. */
const PROGRESS_MS = 3_000

/** The state of an evaluation's workflow; `unknown`: never started, or no longer retained. */
type EvaluationState =
  | { readonly kind: 'running' }
  | { readonly kind: 'unknown' }
  /** `at` is ISO 8601. */
  | { readonly kind: 'finished' | 'stopped' | 'failed'; readonly at: string }

/** Workflows of evaluations. */
export interface EvaluationWorkflows {
  /**
   * Starts an evaluation; an ended one is started again.
   * @returns `joined` if it is running already
   * @throws Problem `worker_unavailable` if Temporal does not respond
   */
  start(input: EvaluationInput, summary: string): Promise<'started' | 'joined'>
  /** The progress; undefined if no worker responds. */
  progress(evaluation: EvaluationId): Promise<EvaluationProgress | undefined>
  /** @throws Problem `worker_unavailable` */
  state(evaluation: EvaluationId): Promise<EvaluationState>
  /**
   * Waits for the end, without a time limit.
   * @returns undefined if it was stopped
   * @throws Problem of its failure; `worker_unavailable`; the client's error if the signal aborts
   */
  result(evaluation: EvaluationId, signal: AbortSignal): Promise<EvaluationProgress | undefined>
  /** Cancels the workflow. @returns false if it is not running @throws Problem `worker_unavailable` */
  stop(evaluation: EvaluationId): Promise<boolean>
}

export const temporalEvaluations = (client: Client, taskQueue: string): EvaluationWorkflows => {
  const handleOf = (evaluation: EvaluationId) => client.workflow.getHandle(evaluationWorkflowId(evaluation))
  return {
    async start(input, summary) {
      try {
        await callTemporal(client, () =>
          client.workflow.start('evaluateQuestions', {
            workflowId: evaluationWorkflowId(input),
            taskQueue,
            args: [input],
            workflowIdConflictPolicy: 'FAIL',
            workflowIdReusePolicy: 'ALLOW_DUPLICATE',
            staticSummary: summary,
            priority: { priorityKey: LOWEST_PRIORITY, fairnessKey: `evaluation of ${input.organizationId}` },
            typedSearchAttributes: [
              { key: keywordAttribute('OrgId'), value: String(input.organizationId) },
              { key: keywordAttribute('DatabaseId'), value: input.databaseId },
            ],
          }),
        )
        return 'started'
      } catch (error) {
        if (error instanceof WorkflowExecutionAlreadyStartedError) return 'joined'
        throw error
      }
    },
    async progress(evaluation) {
      try {
        return await client.withDeadline(Date.now() + PROGRESS_MS, () =>
          handleOf(evaluation).query<EvaluationProgress>(PROGRESS_QUERY),
        )
      } catch {
        return undefined
      }
    },
    async state(evaluation) {
      try {
        const { status, closeTime = new Date() } = await callTemporal(client, () => handleOf(evaluation).describe())
        if (status.name === 'RUNNING' || status.name === 'CONTINUED_AS_NEW') return { kind: 'running' }
        const at = closeTime.toISOString()
        if (status.name === 'COMPLETED') return { kind: 'finished', at }
        return { kind: status.name === 'CANCELLED' || status.name === 'TERMINATED' ? 'stopped' : 'failed', at }
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return { kind: 'unknown' }
        throw error
      }
    },
    async result(evaluation, signal) {
      try {
        return await withSignal(client, signal, () => handleOf(evaluation).result())
      } catch (error) {
        if (isUnavailable(error)) throw new Problem('worker_unavailable', { cause: error })
        if (!(error instanceof WorkflowFailedError)) throw error
        if (error.cause instanceof CancelledFailure || error.cause instanceof TerminatedFailure) return undefined
        throw problemOf(error)
      }
    },
    async stop(evaluation) {
      try {
        await callTemporal(client, () => handleOf(evaluation).cancel())
        return true
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false
        throw error
      }
    },
  }
}
