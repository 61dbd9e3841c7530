import { OperatorError } from '../platform/problems/operator-error.ts'
import { Problem, problemRow } from '../platform/problems/problem.ts'
import { isStoreUnavailable } from '../platform/problems/store-unavailable.ts'
import { namedFileErrorText } from './file-error-text.ts'

/** The message of a problem, with its code for scripts; not its cause, which may contain secrets. */
const problemText = ({ message, details, problem }: Problem): string =>
  `${message} (${details[0]?.code ?? problemRow(problem).errorCode})`

const STORE_AWAY =
  'The store does not respond or cannot write at the moment. The command may have completed in part: run it again.'

/** The text that is printed for an error; an unexpected error itself, with its stack. */
export const failureText = (error: unknown): unknown => {
  if (error instanceof Problem) return problemText(error)
  if (isStoreUnavailable(error)) return `${STORE_AWAY} (${problemRow('store_unavailable').errorCode})`
  if (error instanceof OperatorError) return error.message
  return namedFileErrorText(error) ?? error
}
