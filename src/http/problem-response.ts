import type { ErrorRequestHandler, Request, Response } from 'express'
import { toSingleLine } from '../platform/mail/rules/one-line.ts'
import type { Observe } from '../platform/observation.ts'
import { lineOf, Problem, type ProblemName, problemNameOf, problemRow } from '../platform/problems/problem.ts'
import { traceIdOf } from './trace-id.ts'

/** RFC 9457. */
export const PROBLEM_JSON = 'application/problem+json'

/** Sends a problem, whose status and `Retry-After` are set. */
type SendProblem = (problem: Problem, req: Request, res: Response) => void

/** The last handler of a router: turns errors into problems, and sends them in the format of the router's clients. */
export const problemHandler =
  (observe: Observe, send: SendProblem): ErrorRequestHandler =>
  (error, req, res, next) => {
    const problem = asProblem(error)
    const { status } = problemRow(problem.problem)
    if (status >= 500) observe({ kind: 'request_failed', traceId: traceIdOf(res), problem: problem.problem, error })
    if (res.headersSent) return next(error)
    const retryAfterS = retryAfterSeconds(problem)
    if (retryAfterS !== undefined) res.setHeader('Retry-After', String(retryAfterS))
    res.status(status)
    send(problem, req, res)
  }

/** Sends problems in the envelope of the request. */
export const problemResponses = (observe: Observe): ErrorRequestHandler =>
  problemHandler(observe, (problem, req, res) =>
    sendProblem(res, problem, req.accepts(['application/json', PROBLEM_JSON]) === PROBLEM_JSON, isChatPath(req.path)),
  )

/** Defaults by status, for problems without their own. */
const RETRY_AFTER_S: Readonly<Record<number, number>> = { 429: 60, 503: 5 }

/** The value of `Retry-After`; undefined without the header. Specification, section Errors. */
export const retryAfterSeconds = ({
  problem,
  retryAfterS,
}: Pick<Problem, 'problem' | 'retryAfterS'>): number | undefined =>
  retryAfterS ?? RETRY_AFTER_S[problemRow(problem).status]

const isChatPath = (path: string): boolean => /^\/api\/v1\/chat(\/|$)/i.test(path)

/** @param chat chat routes respond with Envelope A plus the fields of Envelope B, all others with Envelope B */
const sendProblem = (res: Response, problem: Problem, rfc9457: boolean, chat: boolean): void => {
  const { status, code, errorCode } = problemRow(problem.problem)
  const traceId = traceIdOf(res)
  const { message, details } = problem
  if (rfc9457) {
    res.type(PROBLEM_JSON).send(
      JSON.stringify({
        type: `urn:tabletalk:problem:${problem.problem}`,
        title: problemRow(problem.problem).message,
        status,
        detail: message,
        instance: `urn:tabletalk:request:${traceId}`,
        code: errorCode,
        errors: details,
        trace_id: traceId,
      }),
    )
    return
  }
  const b = {
    message,
    error_code: errorCode,
    problem: problem.problem,
    status_code: status,
    details,
    trace_id: traceId,
    timestamp: new Date().toISOString(),
  }
  const explained = details.map(lineOf).join(' ')
  res.json(chat ? { success: false, error: { code, message, details: explained }, ...b } : { error: true, ...b })
}

/** Problems by the `type` of errors of express and its body parser. */
const PARSER_PROBLEMS: Readonly<Record<string, ProblemName>> = {
  'entity.parse.failed': 'body_malformed',
  'entity.verify.failed': 'body_malformed',
  'request.size.invalid': 'body_malformed',
  'request.aborted': 'body_malformed',
  'entity.too.large': 'body_too_large',
}

/** The problem of an error of a handler, of express or of its body parser. */
export const asProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error
  if (error instanceof URIError) return new Problem('input_invalid', { cause: error })
  if (error instanceof Error && 'type' in error && typeof error.type === 'string') {
    const refused = unsupportedBody(error)
    if (refused !== undefined) return refused
    const name = PARSER_PROBLEMS[error.type]
    if (name === 'body_too_large' && 'limit' in error && typeof error.limit === 'number')
      return new Problem(name, { message: `The body is larger than ${error.limit / 1024} kB.`, cause: error })
    if (name !== undefined) return new Problem(name, { cause: error })
  }
  if (isUnreadableBody(error)) return new Problem('body_malformed', { cause: error })
  return new Problem(problemNameOf(error), { cause: error })
}

/** Maximum characters of a header that a message quotes. */
const QUOTED_MAX = 60

/** The problem for an unsupported charset or encoding; undefined for other errors. */
const unsupportedBody = (error: Error): Problem | undefined => {
  if ('charset' in error && typeof error.charset === 'string')
    return unsupported('Content-Type', `The charset ${quoted(error.charset)} is not supported`, 'in UTF-8', error)
  if ('encoding' in error && typeof error.encoding === 'string')
    return unsupported('Content-Encoding', `${quoted(error.encoding)} is not supported here`, 'without it', error)
  return undefined
}

const quoted = (text: string): string => JSON.stringify(toSingleLine(text, QUOTED_MAX))

const unsupported = (field: string, what: string, how: string, cause: Error): Problem => {
  const message = `${what}; send the body ${how}.`
  return new Problem('content_type_unsupported', {
    message: `${field}: ${message}`,
    cause,
    details: [{ field, message, code: 'INVALID_FORMAT' }],
  })
}

/** Whether a compressed body could not be decompressed: the parser passes on zlib's error, with a status but no type. */
const isUnreadableBody = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && error.status === 400 && 'code' in error && 'errno' in error
