import type { TabletalkError } from '../../../clients/typescript/src/index.ts'
import { TEXT_ATTRIBUTES } from '../options.ts'

const ATTRIBUTES: readonly string[] = Object.values(TEXT_ATTRIBUTES)
const PROBLEMS: Readonly<Record<string, string>> = {
  tenant_missing: 'tenant-id',
  tenant_invalid: 'tenant-id',
  tenant_not_expected: 'tenant-id',
  scope_missing: 'scope-id',
  database_mismatch: 'database-id',
}
const FOREIGN = new Set(['UNKNOWN', 'UNREADABLE'])

/** The attribute that an error is about. @returns undefined if it is about none */
const attributeOf = ({ status, code, problem = '', field = '' }: TabletalkError): string | undefined => {
  // Another server has responded; a proxy of the service responds with 429 or 5xx for a while.
  if (FOREIGN.has(code) && status < 500 && status !== 429 && status > 0) return 'service-url'
  const named = field.toLowerCase().replace(/^x-/, '').replaceAll('_', '-')
  return PROBLEMS[problem] ?? ATTRIBUTES.find((attribute) => attribute === named)
}

/** Whether the service refuses the key, the token or the page itself, so that no other question would be answered. */
export const isRefusal = (error: TabletalkError): boolean =>
  error.status === 401 || error.status === 403 || attributeOf(error) !== undefined

/** Tells the developer of the page why the chat does not work; the reader gets a polite sentence. Neither key nor token is in it. */
export const logRefusal = (error: TabletalkError): void => {
  const { status, code, problem, message } = error
  const attribute = status === 0 ? 'service-url' : attributeOf(error)
  console.error(
    `<db-chat> is refused by the service: ${code}${problem === undefined ? '' : ` (${problem})`}. ${message}${
      attribute === undefined ? '' : ` Check the attribute ${attribute}.`
    }`,
  )
}
