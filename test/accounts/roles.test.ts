import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { mayUse, ROLES } from '../../src/access/rules/role.ts'
import { signedCursors } from '../../src/http/cursor.ts'
import type { Route } from '../../src/http/route.ts'
import { routes } from '../../src/http/routes/index.ts'
import { endpointsPage } from '../../tools/contract/endpoints-page.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { accepted, type LoggedIn, logIn } from './logged-in.ts'

let platform: Platform
let all: readonly Route[]
beforeAll(async () => {
  platform = await startPlatform()
  all = routes(platform.app, signedCursors(Buffer.alloc(32)), new AbortController().signal)
})
afterAll(() => platform.close())

/** An organization that may be removed, with a person of each role. */
const people = async (): Promise<ReadonlyMap<string, LoggedIn>> => {
  const { store } = platform.app
  const { id } = await store.organizations.add({ name: 'Matrix', plan: 'professional' })
  const { text: key } = await store.apiKeys.add({ organizationId: id }, { kind: 'organization', userId: 0 })
  const found = new Map<string, LoggedIn>()
  for (const role of ROLES)
    found.set(role, await logIn(platform, await accepted(platform, role, { key }), { organization_id: id }))
  return found
}

/** Whatever is asked for is nonsense or nowhere: whoever is let in hears of that. */
const call = (person: LoggedIn, { method, path: of }: Route) => {
  const url = of.replaceAll(/:(\w+)/g, (_, name) =>
    name.endsWith('_id') ? '00000000-0000-4000-8000-000000000000' : 'x',
  )
  const json = method === 'get' ? {} : { json: { nonsense: true } }
  const headers = { 'X-Tenant-Id': null, 'X-Scope-Id': 'ann' }
  return person.request(url, { method: method.toUpperCase(), headers, ...json })
}

describe('a role', () => {
  it('may use what the routes declare for it, and nothing else, on every route', async () => {
    const of = await people()
    for (const route of all) {
      if (route.needs === 'anyone' || route.path === '/auth/logout') continue
      for (const role of ROLES) {
        const person = of.get(role)
        if (person === undefined) throw new Error(role)
        const { status, body } = await call(person, route)
        const isRefused = status === 403 && body.error_code === 'AUTH_INSUFFICIENT_PERMISSIONS'
        expect([`${role}: ${route.method} ${route.path}`, isRefused, status]).toEqual([
          ...[`${role}: ${route.method} ${route.path}`, !mayUse(role, route.needs), status],
        ])
      }
    }
  })

  it('may use what the page of endpoints says', async () => {
    const page = await readFile(path.resolve(import.meta.dirname, '../../docs/endpoints.md'), 'utf8')
    // Where they differ: npm run record:contract
    expect(page).toBe(endpointsPage(all))
  })

  it('of an owner may all that a server key may', () => {
    const others = all.filter(
      ({ needs }) => needs !== 'anyone' && needs.keys.includes('organization') && !mayUse('owner', needs),
    )
    expect(others.map(({ path: of }) => of)).toEqual([])
  })
})
