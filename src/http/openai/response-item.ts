import type { Failure } from '../../ask/rules/answer.ts'
import type { TokenCounts } from '../../ask/rules/draft.ts'
import { problemRow } from '../../platform/problems/problem.ts'
import { responseUsage } from './answer-usage.ts'
import type { AskedModel } from './models.ts'
import { openaiError } from './openai-errors.ts'

const RESPONSE_ID = /^resp_(?<turnId>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:_(?<suffix>text|table|receipt))?$/

/** The turn and the suffix of the model in the id of a response; undefined if it is no such id. */
export const readResponseId = (id: string) => RESPONSE_ID.exec(id)?.groups

export const responseId = (turnId: string, { suffix }: Pick<AskedModel, 'suffix'>): string =>
  `resp_${turnId}${suffix === '' ? '' : `_${suffix}`}`

export type ResponseState =
  | { readonly status: 'queued' | 'in_progress' | 'cancelled' }
  | { readonly status: 'completed'; readonly text: string; readonly usage: TokenCounts | undefined }
  | { readonly status: 'failed'; readonly failure: Pick<Failure, 'problem' | 'message'> }

export interface ResponseHead {
  readonly turnId: string
  readonly model: AskedModel
  /** Unix time in seconds. */
  readonly createdAt: number
  readonly previousResponseId?: string | null | undefined
  readonly isBackground?: boolean
}

export const outputPart = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] })

export const outputMessage = (turnId: string, status: 'in_progress' | 'completed', content: readonly object[]) => ({
  id: `msg_${turnId}`,
  type: 'message',
  status,
  role: 'assistant',
  content,
})

/** A turn as a response of the Responses API. */
export const responseItem = (
  { turnId, model, createdAt, previousResponseId = null, isBackground = false }: ResponseHead,
  state: ResponseState,
) => ({
  id: responseId(turnId, model),
  object: 'response',
  created_at: createdAt,
  status: state.status,
  background: isBackground,
  error: state.status === 'failed' ? responseError(state.failure) : null,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: null,
  metadata: {},
  model: model.id,
  output: state.status === 'completed' ? [outputMessage(turnId, 'completed', [outputPart(state.text)])] : [],
  ...(state.status === 'completed' ? { output_text: state.text } : {}),
  parallel_tool_calls: false,
  previous_response_id: previousResponseId,
  store: true,
  temperature: null,
  text: { format: { type: 'text' } },
  tool_choice: 'none',
  tools: [],
  top_p: null,
  truncation: 'disabled',
  usage: state.status === 'completed' ? responseUsage(state.usage) : null,
})

/** The codes of this field are a closed list. */
const responseError = (failure: Pick<Failure, 'problem' | 'message'>) => ({
  code: problemRow(failure.problem).status === 429 ? 'rate_limit_exceeded' : 'server_error',
  message: openaiError(failure).message,
})
