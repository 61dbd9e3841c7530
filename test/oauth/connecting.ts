import type { LoggedIn } from '../accounts/logged-in.ts'
import type { Platform, Reply } from '../support/platform.ts'
import { type ScriptedHost, scriptedHost, visit } from './scripted-host.ts'

interface Choice {
  readonly databaseIds?: readonly string[]
  readonly tenantId?: string | null
  readonly scopeId?: string
}

/** Opens the address of a host in a browser. @returns the id of the request, and the cookies of the browser */
export const openRequest = async (url: URL) => {
  const { location, cookie, response } = await visit(url)
  const [, uid] = /^\/connect\/([\w-]+)$/.exec(location.pathname) ?? []
  if (uid === undefined) throw new Error(`no request: ${response.status} ${location} ${await response.text()}`)
  return { uid, cookie }
}

/** Allows a request as the page of the portal does it. */
export const allow = (platform: Platform, user: LoggedIn, uid: string, choice: Choice = {}): Promise<Reply> =>
  user.request(`/auth/oauth/requests/${uid}/allow`, {
    json: { database_ids: choice.databaseIds ?? [platform.access.databaseId] },
    headers: {
      'X-Tenant-Id': choice.tenantId === undefined ? '1' : choice.tenantId,
      'X-Scope-Id': choice.scopeId ?? null,
    },
  })

/** A host to which a user has connected, with its tokens. */
export const connect = async (
  platform: Platform,
  user: LoggedIn,
  choice: Choice = {},
  host: ScriptedHost = scriptedHost(`${platform.baseUrl}/mcp`),
) => {
  const { uid, cookie } = await openRequest(await host.begin())
  const allowed = await allow(platform, user, uid, choice)
  if (allowed.status !== 200) throw new Error(allowed.text)
  const { location: redirect, response } = await visit(allowed.body.data.redirect_to, cookie)
  if (!redirect.searchParams.has('code')) throw new Error(`no code: ${redirect} ${await response.text()}`)
  const tokens = await host.finish(redirect)
  return { host, redirect, tokens, token: tokens.access_token }
}
