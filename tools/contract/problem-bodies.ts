import { z } from 'zod'
import { ProblemNameItem } from '../../src/http/problem-name-item.ts'
import { type ProblemName, problemRow } from '../../src/platform/problems/problem.ts'

/** How a problem reads on the wire, in the three forms that `problem-response.ts` writes. */

const detail = z
  .object({
    field: z.string().meta({ description: 'The invalid field of the body or query, or the header.' }),
    message: z.string(),
    code: z.string().meta({ examples: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'MISSING_REQUIRED_HEADER'] }),
  })
  .meta({ id: 'ProblemDetail' })

const traceId = z.string().meta({ description: 'The same as in the header X-Request-ID and in the service log.' })

const common = {
  message: z.string().meta({ description: 'Human-readable: what happened and what to do.' }),
  error_code: z.string().meta({ description: 'Stable error code for programs.' }),
  problem: ProblemNameItem,
  status_code: z.int(),
  details: z.array(detail),
  trace_id: traceId,
  timestamp: z.iso.datetime({ precision: 3 }),
}

/** Specification, Envelope B. */
const Problem = z.object({ error: z.literal(true), ...common }).meta({ id: 'Problem' })

/** Specification, Envelope A, with the fields of Envelope B beside it. */
const ChatProblem = z
  .object({
    success: z.literal(false),
    error: z.object({ code: z.string(), message: z.string(), details: z.string() }),
    ...common,
  })
  .meta({ id: 'ChatProblem' })

/** RFC 9457, for who accepts `application/problem+json`. */
const ProblemDocument = z
  .object({
    type: z.string().meta({ format: 'uri', description: 'Stable URI that identifies the type of problem.' }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string().meta({ format: 'uri' }),
    code: z.string().meta({ description: 'The `error_code` of the other formats.' }),
    errors: z.array(detail),
    trace_id: traceId,
  })
  .meta({ id: 'ProblemDocument' })

const oneOf = (codes: Iterable<string>) => z.enum([...new Set(codes)].toSorted())

/** The bodies of one status: which codes it may carry is part of the contract. */
export const problemContent = (names: readonly ProblemName[], chat: boolean) => {
  const rows = names.map(problemRow)
  const errorCode = oneOf(rows.map((row) => row.errorCode))
  const json = chat
    ? z.intersection(
        ChatProblem,
        z.object({ error: z.object({ code: oneOf(rows.map(({ code }) => code)) }), error_code: errorCode }),
      )
    : z.intersection(Problem, z.object({ error_code: errorCode }))
  return {
    'application/json': { schema: json },
    'application/problem+json': { schema: z.intersection(ProblemDocument, z.object({ code: errorCode })) },
  }
}

/** What may be wrong, one line for each text. */
export const problemTexts = (names: readonly ProblemName[]): string =>
  names
    .map(problemRow)
    .toSorted((a, b) => (a.errorCode < b.errorCode ? -1 : 1))
    .map(({ errorCode, message }) => `- \`${errorCode}\`: ${message}`)
    .join('\n')
