import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accepted, PASSWORD } from '../../accounts/logged-in.ts'
import {
  begin as beginLogIn,
  codeIn,
  codeOf,
  comeBack,
  newPage,
  type Page,
  type SsoOrganization,
  sentTo,
  ssoOrganization,
} from '../../accounts/signed-on.ts'
import { startIdentityProvider, type TestProvider } from '../../support/identity-provider.ts'
import type { Reply } from '../../support/platform.ts'
import { makeKey, startScriptedProvider } from '../../support/scripted-provider.ts'
import { type Causes, send, type World } from '../world.ts'

const NO_KEY = { 'X-API-Key': null, 'X-Tenant-Id': null, 'X-Scope-Id': null } as const

const providers = new WeakMap<World, Promise<TestProvider>>()

/** One provider for all cases, at which the service is registered. */
const providerOf = (world: World): Promise<TestProvider> => {
  const started = providers.get(world) ?? start(world)
  providers.set(world, started)
  return started
}

const start = async ({ answering, after }: World): Promise<TestProvider> => {
  const provider = await startIdentityProvider()
  after(async () => provider.close())
  await provider.register({ redirectUri: `${answering.baseUrl}/api/v1/auth/sso/callback` })
  return provider
}

const organizationOf = async (world: World, change: object = {}): Promise<SsoOrganization> =>
  await ssoOrganization(world.answering, await providerOf(world), change)

const begin = ({ answering }: World, organizationId: number): Promise<Reply> => {
  const { challenge } = newPage()
  return send(answering, `/api/v1/auth/sso?organization_id=${organizationId}&code_challenge=${challenge}`, {
    headers: NO_KEY,
  })
}

const tokens = ({ answering }: World, code: string, { verifier }: Page): Promise<Reply> =>
  send(answering, '/api/v1/auth/sso/token', { json: { code, code_verifier: verifier }, headers: NO_KEY })

/** The token response after a login with these claims of the provider. */
const signedOn = async (world: World, claims: object, change: object = {}): Promise<Reply> => {
  const provider = await providerOf(world)
  const { organizationId } = await organizationOf(world, change)
  const subject = crypto.randomUUID()
  await provider.account(subject, { email: `${subject}@shop.example`, email_verified: true, ...claims })
  const page = newPage()
  const code = await codeOf(world.answering, provider, organizationId, page, subject)
  return await tokens(world, code, page)
}

/** The URL of a server that answers every request with this status. */
const serverWithStatus = async ({ after }: World, status: number): Promise<string> => {
  const server = createServer((_, response) => response.writeHead(status).end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(async () => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Single sign-on. */
export const SSO: Causes = {
  sso_not_configured: (world) => begin(world, 999_999_999),
  async sso_not_enabled(world) {
    return await begin(world, (await organizationOf(world, { enabled: false })).organizationId)
  },
  async sso_required(world) {
    const { answering } = world
    const { organizationId, owner } = await organizationOf(world, { required: true })
    const { key } = (await owner('/api-keys', 'POST', { name: 'people' })).body.data
    const { email } = await accepted(answering, 'member', { key })
    const json = { email, password: PASSWORD, organization_id: organizationId }
    return await send(answering, '/api/v1/auth/login', { json, headers: NO_KEY })
  },
  async sso_configuration_error(world) {
    const issuer = await serverWithStatus(world, 404)
    return await begin(world, (await organizationOf(world, { issuer })).organizationId)
  },
  async sso_provider_unavailable(world) {
    const issuer = await serverWithStatus(world, 503)
    return await begin(world, (await organizationOf(world, { issuer })).organizationId)
  },
  sso_invalid_token: (world) => tokens(world, `sso_${'x'.repeat(86)}`, newPage()),
  async sso_token_expired(world) {
    const { answering, after } = world
    const provider = await startScriptedProvider()
    after(() => provider.close())
    const key = await makeKey('one')
    const { organizationId } = await organizationOf(world, { issuer: provider.issuer })
    const page = newPage()
    const asked = new URL(sentTo(await beginLogIn(answering, organizationId, page))).searchParams
    const endedAt = Math.floor(Date.now() / 1_000) - 3_600
    const claims = {
      iss: provider.issuer,
      aud: asked.get('client_id') ?? '',
      sub: 'ann',
      email: 'ann@shop.example',
      nonce: asked.get('nonce'),
      iat: endedAt - 300,
      exp: endedAt,
    }
    provider.script('keys', { keys: [key.publicJwk] })
    provider.script('token', { access_token: 'of ann', token_type: 'Bearer', id_token: await key.sign(claims) })
    const back = new URL(`?code=of-ann&state=${asked.get('state')}`, answering.baseUrl)
    return await tokens(world, codeIn(await comeBack(answering, back)), page)
  },
  sso_missing_claims: (world) => signedOn(world, { email_verified: false }),
  sso_domain_not_allowed: (world) => signedOn(world, {}, { domains: ['other.example'] }),
  sso_user_not_provisioned: (world) => signedOn(world, {}),
}
