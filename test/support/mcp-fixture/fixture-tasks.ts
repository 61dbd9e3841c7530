import { randomUUID } from 'node:crypto'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { type TaskMethods, type TurnTask, turnTask } from '../../../src/http/mcp/task-methods.ts'
import { choiceRequest } from '../../../src/http/mcp/turn-choice.ts'

interface FixtureTask {
  readonly createdAt: string
  /** Keys of the input that it waits for. */
  readonly asks: Set<string>
  readonly work: () => Promise<CallToolResult>
  end?: { readonly status: 'completed' | 'failed' | 'cancelled'; readonly more?: object }
}

/** Tasks in memory, whose forms and fields are those of turns. */
export class FixtureTasks implements TaskMethods {
  readonly #tasks = new Map<string, FixtureTask>()

  start({ asks = [], work }: { readonly asks?: readonly string[]; work(): Promise<CallToolResult> }): TurnTask {
    const taskId = randomUUID()
    const task: FixtureTask = { createdAt: new Date().toISOString(), asks: new Set(asks), work }
    this.#tasks.set(taskId, task)
    run(task)
    return turnTask(taskId, 'working', timesOf(task))
  }

  async get(taskId: string): Promise<object | undefined> {
    const task = this.#tasks.get(taskId)
    if (task === undefined) return undefined
    const { asks, end } = task
    const state = turnTask(taskId, 'working', timesOf(task))
    if (end !== undefined) return { ...state, status: end.status, ...end.more }
    if (asks.size === 0) return state
    const inputRequests = Object.fromEntries(
      [...asks].map((key) => [key, choiceRequest('Go on?', [{ label: 'yes' }, { label: 'no' }])]),
    )
    return { ...state, status: 'input_required', inputRequests }
  }

  async update(taskId: string, responses: Readonly<Record<string, unknown>>): Promise<boolean> {
    const task = this.#tasks.get(taskId)
    if (task === undefined) return false
    const given = Object.keys(responses).filter((key) => task.asks.delete(key))
    if (given.length > 0) run(task)
    return true
  }

  async cancel(taskId: string): Promise<boolean> {
    const task = this.#tasks.get(taskId)
    if (task === undefined) return false
    task.end ??= { status: 'cancelled' }
    return true
  }
}

const timesOf = ({ createdAt }: FixtureTask) => ({ createdAt, updatedAt: createdAt })

const INTERNAL_ERROR = { code: -32_603, message: 'The task has failed.' }

const run = (task: FixtureTask): void => {
  if (task.asks.size > 0) return
  void task.work().then(
    (result) => {
      task.end ??= { status: 'completed', more: { result } }
    },
    () => {
      task.end ??= { status: 'failed', more: { error: INTERNAL_ERROR } }
    },
  )
}
