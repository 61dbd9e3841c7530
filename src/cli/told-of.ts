import { Mendable } from '../platform/problems/mendable.ts'
import { Problem, problemRow } from '../platform/problems/problem.ts'
import { isStoreAway } from '../platform/problems/store-away.ts'
import { troubleOf } from './file-trouble.ts'

/** What a problem says to people, and its code for scripts; its cause may hold what is secret. */
const problemText = ({ message, details, problem }: Problem): string =>
  `${message} (${details[0]?.code ?? problemRow(problem).errorCode})`

const STORE_AWAY =
  'The store does not respond or cannot write at the moment. The command may have completed in part: run it again.'

/** What is said of a failure; of one that nobody foresaw, all. */
export const toldOf = (error: unknown): unknown => {
  if (error instanceof Problem) return problemText(error)
  if (isStoreAway(error)) return `${STORE_AWAY} (${problemRow('store_unavailable').errorCode})`
  if (error instanceof Mendable) return error.message
  return troubleOf(error) ?? error
}
