import { type CallToolResult, type InputRequest, inputRequired } from '@modelcontextprotocol/server'

/** A turn as a task: kept as long as its answer, which has no end. */
export interface TurnTask {
  readonly taskId: string
  readonly status: 'working' | 'input_required' | 'completed' | 'cancelled'
  readonly statusMessage?: string
  readonly createdAt: string
  readonly lastUpdatedAt: string
  readonly ttlMs: null
  readonly pollIntervalMs: number
}

/** A task with what its status adds. */
export interface DetailedTask extends TurnTask {
  readonly inputRequests?: Readonly<Record<string, InputRequest>>
  readonly result?: CallToolResult
}

const POLL_INTERVAL_MS = 1_000

/** The fields of every status. @param statusMessage the stage of a running turn */
export const turnTask = (
  turnId: string,
  status: TurnTask['status'],
  { createdAt, updatedAt }: { readonly createdAt: string; readonly updatedAt: string },
  statusMessage?: string,
): TurnTask => ({
  taskId: turnId,
  status,
  ...(statusMessage === undefined ? {} : { statusMessage }),
  createdAt,
  lastUpdatedAt: updatedAt,
  ttlMs: null,
  pollIntervalMs: POLL_INTERVAL_MS,
})

/** The key of the input that a question with several meanings needs, and the field of its form. */
export const CHOICE = 'choice'

/** Asks which of several questions was meant, in a form with one field. */
export const choiceRequest = (message: string, labels: readonly string[]): InputRequest =>
  inputRequired.elicit({
    mode: 'form',
    message,
    requestedSchema: {
      type: 'object',
      properties: { [CHOICE]: { type: 'string', title: 'Your choice', enum: [...labels] } },
      required: [CHOICE],
    },
  })
