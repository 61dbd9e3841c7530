import type { Plan } from '../../../src/access/rules/organization.ts'
import type { KeyPermission } from '../../../src/access/rules/permit.ts'
import type { Platform, Reply, RequestOptions } from '../../support/platform.ts'

/** An organization with a key, and requests by that key. */
export interface Manager {
  readonly organizationId: number
  readonly keyId: string
  readonly key: string
  get(path: string): Promise<Reply>
  send(method: string, path: string, json?: unknown): Promise<Reply>
  /** The completed changes of its audit log, latest first: action, subject and fields. */
  audit(): Promise<readonly (readonly [string, string, readonly string[]])[]>
}

interface AuditData {
  readonly action: string
  readonly outcome: string
  readonly subject_id: string
  readonly changes: readonly { readonly field: string }[]
}

/** Creates an organization on a plan, and a key of it. */
export const managerOf = async (
  platform: Platform,
  plan: Plan = 'professional',
  permissions?: readonly KeyPermission[],
): Promise<Manager> => {
  const { store } = platform.app
  const { id: organizationId } = await store.organizations.add({ name: `Org on ${plan}`, plan })
  const granted = permissions === undefined ? {} : { permissions }
  const { id: keyId, text: key } = await store.apiKeys.add(
    { organizationId },
    { kind: 'organization', userId: 7, ...granted },
  )
  const request = (path: string, options: RequestOptions = {}) =>
    platform.request(`/api/v1${path}`, {
      ...options,
      headers: { 'X-API-Key': key, 'X-Tenant-Id': null, 'X-Scope-Id': null, ...options.headers },
    })
  return {
    organizationId,
    keyId,
    key,
    get: (path) => request(path),
    send: (method, path, json) => request(path, { method, ...(json === undefined ? {} : { json }) }),
    async audit() {
      const { body } = await request('/audit?page_size=100')
      const entries: readonly AuditData[] = body.data
      return entries
        .filter(({ outcome }) => outcome === 'done')
        .map(
          ({ action, subject_id: subject, changes }) => [action, subject, changes.map(({ field }) => field)] as const,
        )
    },
  }
}

/** Status and error code of a response. */
export const codeOf = ({ status, body }: Reply): readonly [number, string] => [status, body.error_code]
