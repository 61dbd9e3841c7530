import type { TabletalkError } from '../../../clients/typescript/src/index.ts'

const PROBLEMS = new Set([
  'tenant_missing',
  'tenant_invalid',
  'tenant_not_expected',
  'scope_missing',
  'database_mismatch',
])

/** Whether the service refuses the key, the token or the page itself, so that no other question would be answered. */
export const isRefusal = ({ status, problem = '' }: Pick<TabletalkError, 'status' | 'problem'>): boolean =>
  status === 401 || status === 403 || PROBLEMS.has(problem)

/** Tells the developer of the page why the chat is refused; the reader gets a polite sentence. Neither key nor token is in it. */
export const logRefusal = ({ code, problem, message }: TabletalkError): void =>
  console.error(
    `<db-chat> is refused by the service: ${code}${problem === undefined ? '' : ` (${problem})`}. ${message}`,
  )
