import { InvalidArgumentError } from 'commander'
import { ASYNC_QUERY_TIMEOUT_MAX } from '../../domain/ask/time-limits.ts'

/** Seconds for a query that nobody waits for. @throws InvalidArgumentError */
export const timeoutOption = (text: string): number => {
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (seconds >= 1 && seconds <= ASYNC_QUERY_TIMEOUT_MAX) return seconds
  throw new InvalidArgumentError(`It must be a number of seconds from 1 to ${ASYNC_QUERY_TIMEOUT_MAX}.`)
}
