import type { ErrorRequestHandler } from 'express'
import type { Failure } from '../../ask/rules/answer.ts'
import type { Observe } from '../../platform/observation.ts'
import { type ProblemName, problemRow } from '../../platform/problems/problem.ts'
import { problemHandler } from '../problem-response.ts'

/** Chats send their whole history with each question: some 1,000 long messages. 2 MiB of JSON are parsed in 10 to 40 ms. */
export const BODY_BYTES_MAX = 2 * 1024 * 1024

/** An error in the shape of the OpenAI API. */
interface OpenaiError {
  readonly message: string
  readonly type: string
  readonly param: string | null
  readonly code: string
}

/** Codes that OpenAI's clients know; the others are names of problems. */
const CODES: Readonly<Partial<Record<ProblemName, string>>> = {
  credentials_missing: 'invalid_api_key',
  credentials_invalid: 'invalid_api_key',
  database_not_found: 'model_not_found',
  plan_limit_reached: 'rate_limit_exceeded',
  conversation_limit_reached: 'rate_limit_exceeded',
  question_quota_reached: 'insufficient_quota',
  monthly_limit_reached: 'insufficient_quota',
}

/** Texts that name what clients of OpenAI send. */
const TEXTS: Readonly<Partial<Record<ProblemName, string>>> = {
  credentials_missing: 'An API key is required: send it as Authorization: Bearer, or in the X-API-Key header.',
  bearer_not_supported: 'Send the same API key in Authorization: Bearer and X-API-Key, or only one of them.',
  body_too_large: 'The body is larger than 2 MiB: leave out early messages, which the service has stored.',
  database_not_found: 'There is no such model: GET /openai/v1/models lists the databases that this key may ask.',
}

const typeOf = (status: number): string => {
  if (status >= 500) return 'server_error'
  if (status === 429) return 'rate_limit_error'
  if (status === 403) return 'permission_error'
  return status === 401 ? 'authentication_error' : 'invalid_request_error'
}

/** @param param the invalid field of the request */
export const openaiError = (
  { problem, message }: Pick<Failure, 'problem' | 'message'>,
  param: string | null = null,
): OpenaiError => ({
  message: TEXTS[problem] ?? message,
  type: typeOf(problemRow(problem).status),
  param: problem === 'database_not_found' ? 'model' : param,
  code: CODES[problem] ?? problem,
})

/** Sends errors in the shape of the OpenAI API, and whether the client is to repeat the request by itself. */
export const openaiErrorResponses = (observe: Observe): ErrorRequestHandler =>
  problemHandler(observe, (problem, _req, res) => {
    res.setHeader('x-should-retry', String(problem.retryable))
    const field = problem.details[0]?.field
    res.json({ error: openaiError(problem, field === undefined || field === '' ? null : field) })
  })

/** The error of a stream that ends before its turn, which goes on. */
export const interruptedError = (turnId: string): OpenaiError => ({
  message: `The connection ended before the answer was complete. Read the answer with GET /openai/v1/responses/resp_${turnId}.`,
  type: 'server_error',
  param: null,
  code: 'stream_interrupted',
})
