import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequests,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

/** The extension for tasks (MCP, SEP-2663). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

/** A turn as a task: kept as long as its answer, which has no end. */
export interface TurnTask {
  readonly taskId: string
  readonly status: 'working' | 'input_required' | 'completed' | 'cancelled'
  /** The stage of a running turn. */
  readonly statusMessage?: string | undefined
  readonly createdAt: string
  readonly lastUpdatedAt: string
  readonly ttlMs: null
  readonly pollIntervalMs: number
  readonly inputRequests?: InputRequests
  readonly result?: CallToolResult
}

const POLL_INTERVAL_MS = 1_000

/** The fields of every status. */
export const turnTask = (
  taskId: string,
  status: TurnTask['status'],
  { createdAt, updatedAt }: { readonly createdAt: string; readonly updatedAt: string },
): TurnTask => ({
  taskId,
  status,
  createdAt,
  lastUpdatedAt: updatedAt,
  ttlMs: null,
  pollIntervalMs: POLL_INTERVAL_MS,
})

/** Tasks of one caller. */
export interface TaskMethods {
  /** The task with what its status adds; undefined if there is none. */
  get(taskId: string): Promise<object | undefined>
  /** Hands over input that the task waits for. @returns false if there is no such task */
  update(taskId: string, responses: Readonly<Record<string, unknown>>): Promise<boolean>
  /** Cancels the task; an ended one is left as it is. @returns false if there is no such task */
  cancel(taskId: string): Promise<boolean>
}

const Declared = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ extensions: z.object({ [TASKS_EXTENSION]: z.object({}) }) }),
})

/** Whether the client of a request polls tasks. Clients of revision 2025-11-25 do not say so in each request. */
export const takesTasks = ({ mcpReq }: ServerContext): boolean => Declared.safeParse(mcpReq.envelope).success

const TaskParams = z.looseObject({ taskId: z.string().max(100) })

/** Adds the methods of tasks to a server. */
export const serveTasks = (server: Server, tasks: TaskMethods): void => {
  const capability = { extensions: { [TASKS_EXTENSION]: {} } }
  const serve = (method: string, run: (taskId: string, context: ServerContext) => Promise<object | undefined>) =>
    server.setRequestHandler(method, { params: TaskParams }, async ({ taskId }, context) => {
      if (!takesTasks(context)) throw new MissingRequiredClientCapabilityError({ requiredCapabilities: capability })
      const found = await run(taskId, context)
      // The same for a task of another caller as for one that never was.
      if (found === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such task.')
      return { ...found }
    })
  server.registerCapabilities(capability)
  serve('tasks/get', async (taskId) => await tasks.get(taskId))
  // The library takes `inputResponses` out of the parameters of every method.
  serve('tasks/update', async (taskId, { mcpReq: { inputResponses } }) => {
    if (inputResponses === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'inputResponses: is required')
    return (await tasks.update(taskId, inputResponses)) ? {} : undefined
  })
  serve('tasks/cancel', async (taskId) => ((await tasks.cancel(taskId)) ? {} : undefined))
}
