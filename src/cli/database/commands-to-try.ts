import type { Policy } from '../../guard/policy.ts'
import { type Schema, tableName } from '../../guard/schema.ts'
import { shellWord } from '../command-line.ts'

interface ToTry {
  readonly baseUrl: string
  readonly key: string
  /** Empty if the database has no tenants. */
  readonly tenants: readonly string[]
  readonly question: string
}

/** Commands that run as printed. */
export const commandsToTry = ({ baseUrl, key, tenants, question }: ToTry): string => {
  const [tenant, other] = tenants
  const option = tenant === undefined ? '' : ` --tenant ${shellWord(tenant)}`
  const otherTenant = other === undefined ? '' : `As another tenant: ${tenantHeader(other)}\n\n`
  return `${curlToTry({ baseUrl, key, tenant, question })}
${otherTenant}In the terminal:

  npx tabletalk ask --key ${key}${option} ${shellWord(question)}
`
}

/** A `curl` command that runs as printed. */
export const curlToTry = ({
  baseUrl,
  key,
  tenant,
  question,
}: Pick<ToTry, 'baseUrl' | 'key' | 'question'> & { readonly tenant: string | undefined }): string => {
  const asTenant = tenant === undefined ? '' : ` ${tenantHeader(tenant)}`
  return `Ask, and receive JSON:

  curl -sS ${shellWord(`${baseUrl}/api/v1/chat/message`)} -H ${shellWord(`X-API-Key: ${key}`)}${asTenant} -H 'X-Scope-Id: me' \\
    -H 'Content-Type: application/json' -d ${shellWord(JSON.stringify({ message: question }))}
`
}

const tenantHeader = (value: string): string => `-H ${shellWord(`X-Tenant-Id: ${value}`)}`

/** A question that the open table with the most rows can answer. */
export const questionFor = ({ tables }: Schema, policy: Policy): string => {
  const open = tables.filter((table) => (policy.tables[tableName(table)]?.mode ?? 'deny') !== 'deny')
  const rows = (count: number | undefined) => count ?? Number.MAX_SAFE_INTEGER
  const [most] = open.toSorted((a, b) => rows(b.rowCount) - rows(a.rowCount))
  const words = (most?.name ?? 'rows').replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_\s]+/g, ' ')
  return `How many ${words.toLowerCase().trim()} are there?`
}
