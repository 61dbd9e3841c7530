import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  type ServerContext,
  type Tool,
  type ToolAnnotations,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { lineOf, Problem, problemRow } from '../../platform/problems/problem.ts'
import type { Exchange } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import type { TurnTask } from './task-methods.ts'

/** What a tool call returns: its result, the task that will have it, or the input that it needs. */
export type ToolOutcome = CallToolResult | TurnTask | InputRequiredResult

/** A tool as clients list it, and its call. */
export interface McpTool<Call = ServerContext> {
  readonly definition: Tool
  /** @throws Problem `input_invalid` for arguments that do not fit, and those of what it does */
  call(sent: unknown, call: Call): Promise<ToolOutcome>
}

/** A call of a tool, by one caller. */
export interface ToolCall {
  readonly app: RouteParts
  readonly exchange: Exchange
  readonly context: ServerContext
  /** Aborted at shutdown: a call that waits for an answer returns its turn instead. */
  readonly shutdown: AbortSignal
}

interface ToolFields<Input extends z.ZodObject, Output extends z.ZodObject>
  extends Pick<Tool, 'name' | 'title' | 'description' | 'annotations' | '_meta'> {
  readonly input: Input
  readonly output: Output
  run(input: z.output<Input>, call: ToolCall): Promise<RanTool<z.input<Output>> | TurnTask | InputRequiredResult>
}

/** What a tool has found: as data, and as content for models that read text and pictures only. */
export interface RanTool<Found> extends Pick<CallToolResult, 'content' | '_meta'> {
  readonly found: Found
}

/** Tools of this service read: their callers may read all that they return, and nothing outside of the databases. */
const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }

/** Creates a tool whose arguments are checked, and whose result has the declared form. */
export const mcpTool = <Input extends z.ZodObject, Output extends z.ZodObject>({
  input,
  output,
  run,
  ...listed
}: ToolFields<Input, Output>): McpTool<ToolCall> => ({
  definition: { annotations: READS, ...listed, inputSchema: jsonSchema(input), outputSchema: jsonSchema(output) },
  async call(sent, call) {
    const { data, error } = input.safeParse(sent ?? {})
    if (error !== undefined)
      throw new Problem('input_invalid', {
        details: error.issues.map(({ path, message }) => ({
          field: path.join('.'),
          message,
          code: 'VALIDATION_ERROR',
        })),
      })
    const ran = await run(data, call)
    return isInputRequiredResult(ran) || 'taskId' in ran ? ran : toolResult(output, ran)
  },
})

/** The result that has the form which its tool declares. */
export const toolResult = <Output extends z.ZodObject>(
  output: Output,
  { found, ...shown }: RanTool<z.input<Output>>,
): CallToolResult => ({ ...shown, structuredContent: output.parse(found) })

/** The JSON Schema that clients get. */
const jsonSchema = (schema: z.ZodObject): Tool['inputSchema'] => {
  const { $schema: _, ...fields } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Listed.parse(JSON.parse(JSON.stringify(fields, withoutTrivia)))
}

const TRIVIA: ReadonlySet<string> = new Set([
  'additionalProperties',
  'pattern',
  'propertyNames',
  'override',
  'readOnly',
  'minLength',
  'maxLength',
])

/** Leaves out what says nothing to a model: each tool description costs tokens of every conversation. */
const withoutTrivia = (key: string, value: unknown): unknown => {
  const isUnlimited = typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER
  return TRIVIA.has(key) || isUnlimited ? undefined : value
}

const Listed = z.looseObject({ type: z.literal('object') })

/** A problem as the result of a tool: models read why, and what to do. */
export const problemResult = (problem: Problem, traceId: string): CallToolResult => {
  const { errorCode, status } = problemRow(problem.problem)
  const { message, retryable, retryAfterS, details } = problem
  const lines = [
    message,
    ...details.filter((detail) => detail.message !== message).map(lineOf),
    ...(retryAfterS === undefined ? [] : [`Try again in ${retryAfterS} s.`]),
  ]
  return {
    isError: true,
    content: [{ type: 'text', text: [...new Set(lines)].join('\n') }],
    _meta: {
      'tabletalk/problem': {
        problem: problem.problem,
        error_code: errorCode,
        status_code: status,
        retryable,
        retry_after: retryAfterS,
        trace_id: traceId,
      },
    },
  }
}
