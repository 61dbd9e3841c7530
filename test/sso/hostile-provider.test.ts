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

/** Promises more than it sends. */
const cutOff = (response: ServerResponse): void => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' })
  response.write('{"issuer":', () => response.destroy())
}

const NO_ANSWERS: readonly (readonly [string, string, Script])[] = [
  ['a page', 'sso_configuration_error', says(200, '<!doctype html><p>canary')],
  ['that there is nothing', 'sso_configuration_error', says(404)],
  ['that we may not', 'sso_configuration_error', says(403, '', { 'WWW-Authenticate': `Basic ${',a='.repeat(4_000)}` })],
  ['what is compressed', 'sso_configuration_error', says(200, 'x', { 'Content-Encoding': 'br' })],
  ['nothing', 'sso_configuration_error', says(204)],
  ['an error of its own', 'sso_provider_unavailable', says(500, 'canary')],
  ['that there were too many questions', 'sso_provider_unavailable', says(429)],
  ['half of what it promised', 'sso_provider_unavailable', cutOff],
]

describe('a provider that answers the question for', () => {
  const PAGES: readonly Page[] = ['discovery', 'keys', 'token']
  it.each(PAGES.flatMap((page) => NO_ANSWERS.map((row) => [page, ...row] as const)))(
    '%s with %s lets nobody in: %s',
    async (page, answer, problem, script) => {
      const expected = page === 'token' && answer === 'what is compressed' ? 'sso_invalid_token' : problem
      const begun = page === 'discovery' ? undefined : await now.sso.begin(settings(), { redirectUri: REDIRECT })
      const secrets = begun?.secrets ?? { state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43) }
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
                ...{ redirectUri: REDIRECT, secrets, parameters: { code: 'c', state: secrets.state } },
              }),
            )
          : ended((claims) => now.key.sign(claims))
      expect(await problemOf(work)).toBe('sso_configuration_error')
      expect(inside.asked).toEqual([])
    } finally {
      await inside.close()
    }
  })

  it.each(PAGES)('%s with silence is waited for no longer than its time', async (page) => {
    const hurried = openIdSignOn({ allowPrivate: true, observe: (seen) => now.observed.push(seen), timeoutMs: 150 })
    now.provider.script(page, () => undefined)
    const secrets = { state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43) }
    const id_token = await now.key.sign(claimsOf(secrets.nonce))
    if (page !== 'token') now.provider.script('token', { access_token: 'a', token_type: 'Bearer', id_token })
    const parameters = { code: 'a-code', state: secrets.state }
    const work = hurried.finish(settings(), { redirectUri: REDIRECT, parameters, secrets })
    expect(await problemOf(work)).toBe('sso_provider_unavailable')
  })
})

describe('a discovery document', () => {
  const DOCUMENTS: readonly (readonly [string, (document: Record<string, unknown>) => unknown])[] = [
    ['of another issuer', (document) => ({ ...document, issuer: 'https://other.example' })],
    ['whose issuer is no address', (document) => ({ ...document, issuer: 'other' })],
    ['without endpoints', ({ issuer }) => ({ issuer })],
    ['with endpoints that are none', (document) => ({ ...document, token_endpoint: 'file:///etc/passwd' })],
    ['with a mail server for an endpoint', (document) => ({ ...document, jwks_uri: 'https://login.example:25/keys' })],
    ['that sends people to a script', (document) => ({ ...document, authorization_endpoint: 'javascript:alert(1)' })],
    ['with unsafe algorithms alone', (document) => ({ ...document, id_token_signing_alg_values_supported: ['HS256'] })],
    ['that is a list', () => []],
    ['of 1 MB', (document) => ({ ...document, more: 'm'.repeat(1_000_000) })],
  ]
  it.each(DOCUMENTS)('%s is none', async (_, changedTo) => {
    now.provider.script('discovery', changedTo(now.provider.document))
    expect(await problemOf(now.sso.begin(settings(), { redirectUri: REDIRECT }))).toBe('sso_configuration_error')
  })

  it('that takes no client secret in a way that we show it is none to log in by', async () => {
    now.provider.script('discovery', {
      ...now.provider.document,
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
    })
    expect(await problemOf(ended((claims) => now.key.sign(claims)))).toBe('sso_configuration_error')
    expect(now.provider.asked).toEqual(['discovery'])
  })

  it('nested as deep as it may be is one, or none', async () => {
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    now.provider.script('discovery', (response: ServerResponse) => {
      const text = JSON.stringify({ ...now.provider.document, more: 0 }).replace('"more":0', `"more":${nested}`)
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(text)
    })
    const outcome = await now.sso.begin(settings(), { redirectUri: REDIRECT }).catch((error: unknown) => error)
    expect(outcome instanceof Problem ? outcome.problem : 'begun').toMatch(/^(begun|sso_configuration_error)$/)
  })

  it('without places to log out and to ask for more is one', async () => {
    const { end_session_endpoint, userinfo_endpoint, ...document } = now.provider.document
    now.provider.script('discovery', { ...document, userinfo_endpoint: 'javascript:alert(1)' })
    await expect(ended((claims) => now.key.sign(claims))).resolves.toMatchObject({ subject: 'ann' })
    expect(await now.sso.logOutUrl(settings(), { idToken: 'a.b.c' })).toBeUndefined()
  })

  it('is asked for once, however many wait for it, and not again while it is known', async () => {
    const begin = () => now.sso.begin(settings(), { redirectUri: REDIRECT })
    await Promise.all(Array.from({ length: 20 }, begin))
    await begin()
    expect(now.provider.asked).toEqual(['discovery'])
  })

  it('that cannot be had is not asked for by everybody', async () => {
    now.provider.script('discovery', says(500))
    const begin = () => problemOf(now.sso.begin(settings(), { redirectUri: REDIRECT }))
    expect(new Set(await Promise.all(Array.from({ length: 20 }, begin)))).toEqual(new Set(['sso_provider_unavailable']))
    await begin()
    expect(now.provider.asked).toEqual(['discovery'])
  })
})

describe('a host', () => {
  const outside = () => openIdSignOn({ allowPrivate: false, observe: (seen) => now.observed.push(seen) })
  it.each([
    ['that has a private address', 'https://127.0.0.1:8443', 'discovery: host'],
    ['that is the metadata of a cloud', 'https://169.254.169.254', 'discovery: host'],
    ['that does not exist', 'https://nowhere.invalid', 'discovery: host'],
    // Public addresses: nothing else is in the way of asking them.
    ['that asks for no encryption', 'http://1.1.1.1', 'discovery: an issuer that is asked for nothing'],
    ['that is a mail server', 'https://1.1.1.1:25', 'discovery: an issuer that is asked for nothing'],
  ])('%s is asked for nothing', async (_, issuer, reason) => {
    const work = outside().begin(settings(issuer), { redirectUri: REDIRECT })
    expect(await problemOf(work)).toBe('sso_configuration_error')
    // What answers something else has been asked.
    expect(now.observed).toMatchObject([{ reason: expect.stringMatching(`^${reason}`) }])
  })

  it.each([
    ...['127.0.0.1:8443', '127.1', '0x7f000001', '10.1.2.3', '169.254.169.254', '[::1]', '[::ffff:10.0.0.1]'],
    ...['[fd00::1]', 'localhost', 'localhost:8443/realms/shop'],
  ])('that is private is known before it is asked, and allowed where private hosts are: https://%s', async (host) => {
    expect(await outside().isPrivate(`https://${host}`)).toBe(true)
    expect(await now.sso.isPrivate(`https://${host}`)).toBe(false)
  })

  it.each(['https://1.1.1.1', 'https://[2606:4700:4700::1111]/a', 'https://nowhere.invalid'])(
    'that is public, or not found, may be set up: %s',
    async (issuer) => expect(await outside().isPrivate(issuer)).toBe(false),
  )

  it.each<ProviderResource>(['token', 'keys', 'userinfo'])(
    'inside is asked for nothing where a public provider says that it has its %s there',
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

  it('where nobody listens is told as a provider that is away', async () => {
    await now.provider.close()
    expect(await problemOf(now.sso.begin(settings(), { redirectUri: REDIRECT }))).toBe('sso_provider_unavailable')
    expect(await now.sso.logOutUrl(settings(), { idToken: 'a.b.c' })).toBeUndefined()
  })
})

describe('somebody who is sent back', () => {
  it.each<[string, string, (state: string) => CallbackParameters]>([
    ['having refused', 'sso_invalid_token', (state) => ({ error: 'access_denied', state })],
    ['with an error that nobody knows', 'sso_invalid_token', (state) => ({ error: '__proto__', state })],
    ['to a client that is not known', 'sso_configuration_error', (state) => ({ error: 'unauthorized_client', state })],
    ['with a scope that is wrong', 'sso_configuration_error', (state) => ({ error: 'invalid_scope', state })],
    ['by a provider in trouble', 'sso_provider_unavailable', (state) => ({ error: 'server_error', state })],
    ['with the state of another', 'sso_invalid_token', () => ({ code: 'a-code', state: 'other' })],
    ['without a state', 'sso_invalid_token', () => ({ code: 'a-code' })],
    ['without a code', 'sso_invalid_token', (state) => ({ state })],
    ['by another issuer', 'sso_invalid_token', (state) => ({ code: 'c', state, iss: 'https://other.example' })],
  ])('%s has not logged in: %s', async (_, problem, parameters) => {
    expect(await problemOf(ended((claims) => now.key.sign(claims), parameters))).toBe(problem)
    expect(now.provider.asked).toEqual(['discovery'])
  })
})

describe('a token endpoint that says', () => {
  it.each([
    ['invalid_client', 401, 'sso_configuration_error'],
    ['invalid_grant', 400, 'sso_invalid_token'],
    ['unauthorized_client', 400, 'sso_configuration_error'],
    ['invalid_scope', 400, 'sso_configuration_error'],
    ['temporarily_unavailable', 400, 'sso_provider_unavailable'],
  ])('%s lets nobody in, and its words stand in the log alone', async (error, status, problem) => {
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
  it('is asked for an address that the ID token lacks, and for claims that are needed', async () => {
    const { secrets } = await now.sso.begin(settings(), { redirectUri: REDIRECT })
    const id_token = await now.key.sign({ ...claimsOf(secrets.nonce), email_verified: true })
    now.provider.script('token', { access_token: 'a', token_type: 'Bearer', id_token })
    now.provider.script('userinfo', { sub: 'ann', groups: ['a'], email: 'other@shop.example', nonce: 'other' })
    const parameters = { code: 'a-code', state: secrets.state }
    const answer = { redirectUri: REDIRECT, parameters, secrets, claims: ['groups'] }
    const identity = await now.sso.finish(settings(), answer)
    expect(identity).toMatchObject({ email: 'ann@shop.example', claims: { groups: ['a'], nonce: secrets.nonce } })
  })

  it('says with an address whether that was verified: what the ID token says is of none', async () => {
    now.provider.script('userinfo', { sub: 'ann', email: 'ann@shop.example', email_verified: false })
    const identity = await ended(({ email, ...claims }) => now.key.sign({ ...claims, email_verified: true }))
    expect(identity).toMatchObject({ email: 'ann@shop.example', emailVerified: false })
  })

  it('that speaks of somebody else lets nobody in', async () => {
    now.provider.script('userinfo', { sub: 'bob', email: 'bob@shop.example' })
    expect(await problemOf(ended(({ email, ...claims }) => now.key.sign(claims)))).toBe('sso_invalid_token')
  })
})
