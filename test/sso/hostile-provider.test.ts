import type { ServerResponse } from 'node:http'
import { type ProviderResource, providerFetch } from '../../src/manage/sso/provider-fetch.ts'
import type { CallbackParameters } from '../../src/manage/sso/rules/identity-provider.ts'
import { openIdSignOn } from '../../src/manage/sso/sign-on.ts'
import { Problem } from '../../src/platform/problems/problem.ts'
import { type Page, type Script, startScriptedProvider } from '../support/scripted-provider.ts'
import { REDIRECT, scriptedLogIns } from './scripted-log-ins.ts'

const { now, settings, claimsOf, ended, problemOf } = scriptedLogIns()

const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

const says =
  (status: number, text = '', headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'Content-Type': 'text/html', ...headers }).end(text)
  }

/** Announces more bytes than it sends. */
const cutOff = (response: ServerResponse): void => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' })
  response.write('{"issuer":', () => response.destroy())
}

const NO_ANSWERS: readonly (readonly [string, string, Script])[] = [
  ['an HTML page', 'sso_configuration_error', says(200, '<!doctype html><p>canary')],
  ['404', 'sso_configuration_error', says(404)],
  ['403', 'sso_configuration_error', says(403, '', { 'WWW-Authenticate': `Basic ${',a='.repeat(4_000)}` })],
  ['an encoded body', 'sso_configuration_error', says(200, 'x', { 'Content-Encoding': 'br' })],
  ['an empty body', 'sso_configuration_error', says(204)],
  ['500', 'sso_provider_unavailable', says(500, 'canary')],
  ['429', 'sso_provider_unavailable', says(429)],
  ['a truncated body', 'sso_provider_unavailable', cutOff],
]

describe('an identity provider that answers the request for', () => {
  const PAGES: readonly Page[] = ['discovery', 'keys', 'token']
  it.each(PAGES.flatMap((page) => NO_ANSWERS.map((row) => [page, ...row] as const)))(
    '%s with %s admits no login: %s',
    async (page, answer, problem, script) => {
      const expected = page === 'token' && answer === 'an encoded body' ? 'sso_invalid_token' : problem
      const started = page === 'discovery' ? undefined : await now.sso.begin(settings(), { redirectUri: REDIRECT })
      const secrets = started?.secrets ?? { state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43) }
      const id_token = await now.key.sign(claimsOf(secrets.nonce))
      now.provider.script('token', { access_token: 'a', token_type: 'Bearer', id_token })
      now.provider.script(page, script)
      const parameters = { code: 'a-code', state: secrets.state }
      const work = now.sso.finish(settings(), { redirectUri: REDIRECT, parameters, secrets })
      expect(await problemOf(work)).toBe(expected)
    },
  )

  it.each(PAGES)('%s with a redirect is not followed', async (page) => {
    const inside = await startScriptedProvider()
    try {
      for (const path of ['keys', 'token', 'discovery'] as const) inside.script(path, now.provider.document)
      const location = `${inside.issuer}/${page === 'discovery' ? '.well-known/openid-configuration' : page}`
      now.provider.script(page, says(307, '', { Location: location }))
      const work =
        page === 'token'
          ? now.sso.begin(settings(), { redirectUri: REDIRECT }).then(({ secrets }) =>
              now.sso.finish(settings(), {
                redirectUri: REDIRECT,
                secrets,
                parameters: { code: 'c', state: secrets.state },
              }),
            )
          : ended((claims) => now.key.sign(claims))
      expect(await problemOf(work)).toBe('sso_configuration_error')
      expect(inside.asked).toEqual([])
    } finally {
      await inside.close()
    }
  })

  it.each(PAGES)('%s with silence is abandoned after the timeout', async (page) => {
    const withShortTimeout = openIdSignOn({
      allowPrivate: true,
      observe: (seen) => now.observed.push(seen),
      timeoutMs: 150,
    })
    now.provider.script(page, () => undefined)
    const secrets = { state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43) }
    const id_token = await now.key.sign(claimsOf(secrets.nonce))
    if (page !== 'token') now.provider.script('token', { access_token: 'a', token_type: 'Bearer', id_token })
    const parameters = { code: 'a-code', state: secrets.state }
    const work = withShortTimeout.finish(settings(), { redirectUri: REDIRECT, parameters, secrets })
    expect(await problemOf(work)).toBe('sso_provider_unavailable')
  })
})

describe('a discovery document', () => {
  const DOCUMENTS: readonly (readonly [string, (document: Record<string, unknown>) => unknown])[] = [
    ['of another issuer', (document) => ({ ...document, issuer: 'https://other.example' })],
    ['with an issuer that is not a URL', (document) => ({ ...document, issuer: 'other' })],
    ['without endpoints', ({ issuer }) => ({ issuer })],
    ['with file URLs as endpoints', (document) => ({ ...document, token_endpoint: 'file:///etc/passwd' })],
    ['with a mail server as an endpoint', (document) => ({ ...document, jwks_uri: 'https://login.example:25/keys' })],
    [
      'with a script as authorization endpoint',
      (document) => ({ ...document, authorization_endpoint: 'javascript:alert(1)' }),
    ],
    ['with unsafe algorithms only', (document) => ({ ...document, id_token_signing_alg_values_supported: ['HS256'] })],
    ['that is a list', () => []],
    ['of 1 MB', (document) => ({ ...document, more: 'm'.repeat(1_000_000) })],
  ]
  it.each(DOCUMENTS)('%s is rejected', async (_, changedTo) => {
    now.provider.script('discovery', changedTo(now.provider.document))
    expect(await problemOf(now.sso.begin(settings(), { redirectUri: REDIRECT }))).toBe('sso_configuration_error')
  })

  it('without a supported client authentication method admits no login', async () => {
    now.provider.script('discovery', {
      ...now.provider.document,
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
    })
    expect(await problemOf(ended((claims) => now.key.sign(claims)))).toBe('sso_configuration_error')
    expect(now.provider.asked).toEqual(['discovery'])
  })

  it('with deep nesting does not break the login', async () => {
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    now.provider.script('discovery', (response: ServerResponse) => {
      const text = JSON.stringify({ ...now.provider.document, more: 0 }).replace('"more":0', `"more":${nested}`)
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(text)
    })
    const outcome = await now.sso.begin(settings(), { redirectUri: REDIRECT }).catch((error: unknown) => error)
    expect(outcome instanceof Problem ? outcome.problem : 'begun').toMatch(/^(begun|sso_configuration_error)$/)
  })

  it('without logout and valid userinfo endpoints is accepted', async () => {
    const { end_session_endpoint, userinfo_endpoint, ...document } = now.provider.document
    now.provider.script('discovery', { ...document, userinfo_endpoint: 'javascript:alert(1)' })
    await expect(ended((claims) => now.key.sign(claims))).resolves.toMatchObject({ subject: 'ann' })
    expect(await now.sso.logOutUrl(settings(), { idToken: 'a.b.c' })).toBeUndefined()
  })

  it('is requested once for concurrent logins and cached', async () => {
    const begin = () => now.sso.begin(settings(), { redirectUri: REDIRECT })
    await Promise.all(Array.from({ length: 20 }, begin))
    await begin()
    expect(now.provider.asked).toEqual(['discovery'])
  })

  it('that cannot be fetched is requested once for concurrent logins', async () => {
    now.provider.script('discovery', says(500))
    const begin = () => problemOf(now.sso.begin(settings(), { redirectUri: REDIRECT }))
    expect(new Set(await Promise.all(Array.from({ length: 20 }, begin)))).toEqual(new Set(['sso_provider_unavailable']))
    await begin()
    expect(now.provider.asked).toEqual(['discovery'])
  })
})

describe('an identity provider host', () => {
  const outside = () => openIdSignOn({ allowPrivate: false, observe: (seen) => now.observed.push(seen) })
  it.each([
    ['with a private address', 'https://127.0.0.1:8443', 'discovery: host'],
    ['with the address of cloud metadata', 'https://169.254.169.254', 'discovery: host'],
    ['that does not exist', 'https://nowhere.invalid', 'discovery: host'],
    // Public addresses: no other rule prevents a request.
    ['without encryption', 'http://1.1.1.1', 'discovery: an issuer that is asked for nothing'],
    ['of a mail server', 'https://1.1.1.1:25', 'discovery: an issuer that is asked for nothing'],
  ])('%s is never requested', async (_, issuer, reason) => {
    const work = outside().begin(settings(issuer), { redirectUri: REDIRECT })
    expect(await problemOf(work)).toBe('sso_configuration_error')
    // Any other reason would show that a request was sent.
    expect(now.observed).toMatchObject([{ reason: expect.stringMatching(`^${reason}`) }])
  })

  it.each([
    ...['127.0.0.1:8443', '127.1', '0x7f000001', '10.1.2.3', '169.254.169.254', '[::1]', '[::ffff:10.0.0.1]'],
    ...['[fd00::1]', 'localhost', 'localhost:8443/realms/shop'],
  ])('that is private is detected before any request, unless private hosts are allowed: https://%s', async (host) => {
    expect(await outside().isPrivate(`https://${host}`)).toBe(true)
    expect(await now.sso.isPrivate(`https://${host}`)).toBe(false)
  })

  it.each(['https://1.1.1.1', 'https://[2606:4700:4700::1111]/a', 'https://nowhere.invalid'])(
    'that is public or unknown may be configured: %s',
    async (issuer) => expect(await outside().isPrivate(issuer)).toBe(false),
  )

  it.each<ProviderResource>(['token', 'keys', 'userinfo'])(
    'that is private is never requested if a public provider names it for its %s',
    async (asked) => {
      const { issuer } = now.provider
      for (const origin of [issuer, issuer.replace('127.0.0.1', 'localhost'), issuer.replace('127.0.0.1', '[::1]')]) {
        const fetch = providerFetch(() => asked, AbortSignal.timeout(10_000), {
          allowPrivate: false,
          timeoutMs: 10_000,
        })
        const fault = { problem: 'sso_configuration_error', message: `${asked}: host` }
        await expect(
          fetch(`${origin}/${asked}`, { method: 'POST', body: 'client_secret=canary' }),
        ).rejects.toMatchObject(fault)
      }
      expect(now.provider.asked).toEqual([])
    },
  )

  it('without a listener is reported as an unavailable provider', async () => {
    await now.provider.close()
    expect(await problemOf(now.sso.begin(settings(), { redirectUri: REDIRECT }))).toBe('sso_provider_unavailable')
    expect(await now.sso.logOutUrl(settings(), { idToken: 'a.b.c' })).toBeUndefined()
  })
})

describe('a callback of the provider', () => {
  it.each<[string, string, (state: string) => CallbackParameters]>([
    ['after a refusal by the user', 'sso_invalid_token', (state) => ({ error: 'access_denied', state })],
    ['with an unknown error', 'sso_invalid_token', (state) => ({ error: '__proto__', state })],
    ['for an unknown client', 'sso_configuration_error', (state) => ({ error: 'unauthorized_client', state })],
    ['with an invalid scope', 'sso_configuration_error', (state) => ({ error: 'invalid_scope', state })],
    ['of a failing provider', 'sso_provider_unavailable', (state) => ({ error: 'server_error', state })],
    ['with the state of another login', 'sso_invalid_token', () => ({ code: 'a-code', state: 'other' })],
    ['without a state', 'sso_invalid_token', () => ({ code: 'a-code' })],
    ['without a code', 'sso_invalid_token', (state) => ({ state })],
    ['of another issuer', 'sso_invalid_token', (state) => ({ code: 'c', state, iss: 'https://other.example' })],
  ])('%s admits no login: %s', async (_, problem, parameters) => {
    expect(await problemOf(ended((claims) => now.key.sign(claims), parameters))).toBe(problem)
    expect(now.provider.asked).toEqual(['discovery'])
  })
})

describe('a token endpoint that answers', () => {
  it.each([
    ['invalid_client', 401, 'sso_configuration_error'],
    ['invalid_grant', 400, 'sso_invalid_token'],
    ['unauthorized_client', 400, 'sso_configuration_error'],
    ['invalid_scope', 400, 'sso_configuration_error'],
    ['temporarily_unavailable', 400, 'sso_provider_unavailable'],
  ])('%s admits no login, and its description is written only to the log', async (error, status, problem) => {
    const { secrets } = await now.sso.begin(settings(), { redirectUri: REDIRECT })
    const error_description = `the secret is wrong\u0007 ask ann@shop.example${'.'.repeat(10_000)}`
    now.provider.script('token', (response: ServerResponse) => json(response, { error, error_description }, status))
    const parameters = { code: 'a-code', state: secrets.state }
    const work = now.sso.finish(settings(), { redirectUri: REDIRECT, parameters, secrets })
    expect(await problemOf(work)).toBe(problem)
    expect(now.observed).toMatchObject([{ reason: expect.stringMatching(`^${error}: the secret is wrong  ask …`) }])
    expect(JSON.stringify(now.observed).length).toBeLessThan(500)
  })
})

describe('the userinfo endpoint', () => {
  it('is requested for an email that the ID token lacks and for required claims', async () => {
    const { secrets } = await now.sso.begin(settings(), { redirectUri: REDIRECT })
    const id_token = await now.key.sign({ ...claimsOf(secrets.nonce), email_verified: true })
    now.provider.script('token', { access_token: 'a', token_type: 'Bearer', id_token })
    now.provider.script('userinfo', { sub: 'ann', groups: ['a'], email: 'other@shop.example', nonce: 'other' })
    const parameters = { code: 'a-code', state: secrets.state }
    const answer = { redirectUri: REDIRECT, parameters, secrets, claims: ['groups'] }
    const identity = await now.sso.finish(settings(), answer)
    expect(identity).toMatchObject({ email: 'ann@shop.example', claims: { groups: ['a'], nonce: secrets.nonce } })
  })

  it('determines whether its email is verified, regardless of the ID token', async () => {
    now.provider.script('userinfo', { sub: 'ann', email: 'ann@shop.example', email_verified: false })
    const identity = await ended(({ email, ...claims }) => now.key.sign({ ...claims, email_verified: true }))
    expect(identity).toMatchObject({ email: 'ann@shop.example', emailVerified: false })
  })

  it('with another subject admits no login', async () => {
    now.provider.script('userinfo', { sub: 'bob', email: 'bob@shop.example' })
    expect(await problemOf(ended(({ email, ...claims }) => now.key.sign(claims)))).toBe('sso_invalid_token')
  })
})
