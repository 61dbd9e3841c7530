import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

/** The extension for tasks (MCP, SEP-2663). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

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
  server.registerCapabilities({ extensions: { [TASKS_EXTENSION]: {} } })
  server.setRequestHandler('tasks/get', { params: TaskParams }, async ({ taskId }, context) => {
    requireTasks(context)
    return { ...((await tasks.get(taskId)) ?? unknownTask()) }
  })
  server.setRequestHandler('tasks/update', { params: TaskParams }, async ({ taskId }, context) => {
    requireTasks(context)
    // The library takes them out of the parameters of every method.
    const { inputResponses } = context.mcpReq
    if (inputResponses === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'inputResponses: is required')
    return (await tasks.update(taskId, inputResponses)) ? {} : unknownTask()
  })
  server.setRequestHandler('tasks/cancel', { params: TaskParams }, async ({ taskId }, context) => {
    requireTasks(context)
    return (await tasks.cancel(taskId)) ? {} : unknownTask()
  })
}

const requireTasks = (context: ServerContext): void => {
  if (!takesTasks(context))
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } })
}

/** The same for a task of another caller as for one that never was. */
const unknownTask = (): never => {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such task.')
}
