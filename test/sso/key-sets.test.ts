import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { keySets } from '../../src/manage/sso/key-sets.ts'
import { type ProviderResource, providerFetch } from '../../src/manage/sso/provider-fetch.ts'
import { makeKey, type SigningKey } from '../support/scripted-provider.ts'
import { scriptedLogIns } from './scripted-log-ins.ts'

const { now, claimsOf } = scriptedLogIns()

const OPTIONS = { allowPrivate: true, timeoutMs: 10_000 }

let next: SigningKey
beforeAll(async () => {
  next = await makeKey('of-later')
})

/** Logins that have received their tokens, each with its request for keys. */
const logIns = () => {
  const sharing = keySets(OPTIONS)
  const urlOf = (page: ProviderResource) => `${now.provider.issuer}/${page}`
  const askedAt = (url: string): ProviderResource => (url === urlOf('keys') ? 'keys' : 'token')
  return async (key: SigningKey, header: Readonly<Record<string, unknown>> = {}) => {
    const { signal } = new AbortController()
    const fetch = sharing({ fetch: providerFetch(askedAt, signal, OPTIONS), askedAt, signal })
    now.provider.script('token', { id_token: await key.sign(claimsOf('n'), header) })
    await (await fetch(urlOf('token'), { method: 'POST' })).text()
    return async (): Promise<readonly unknown[]> => {
      const { keys } = JSON.parse(await (await fetch(urlOf('keys'), {})).text())
      return keys.map(({ kid }: { kid: string }) => kid)
    }
  }
}

/** Holds back the reply with keys. @returns a function that waits for the request and then replies */
const heldAnswer = () => {
  const asked = new EventTarget()
  const held: ServerResponse[] = []
  now.provider.script('keys', (response: ServerResponse) => {
    held.push(response)
    asked.dispatchEvent(new Event('asked'))
  })
  const isAsked = once(asked, 'asked')
  return async () => {
    await isAsked
    return (status: number, body: unknown) => {
      for (const response of held)
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    }
  }
}

const timesAsked = () => now.provider.asked.filter((page) => page === 'keys').length

describe('signing keys of a provider', () => {
  it('are requested once for concurrent logins, and again for the next login', async () => {
    const logIn = logIns()
    const all = await Promise.all(Array.from({ length: 8 }, () => logIn(now.key)))
    expect(new Set((await Promise.all(all.map((keys) => keys()))).flat())).toEqual(new Set([now.key.kid]))
    expect(timesAsked()).toBe(1)
    now.provider.script('keys', { keys: [next.publicJwk] })
    expect(await (await logIn(now.key))()).toEqual([next.kid])
    expect(timesAsked()).toBe(2)
  })

  it.each([
    ['requested again once if the reply lacks the key', 2, 200, {}],
    ['requested again once if the request fails', 2, 503, {}],
    ['requested again per login if the token has no kid', 3, 200, { kid: undefined }],
  ])('requested before the token arrived are %s', async (_, times, status, header) => {
    const logIn = logIns()
    const [early, ...late] = [await logIn(now.key), await logIn(next, header), await logIn(next, header)]
    const answered = heldAnswer()
    const before = early().catch(() => ['none'])
    const answer = await answered()
    now.provider.script('keys', { keys: [next.publicJwk] })
    const after = late.map((keys) => keys())
    answer(status, { keys: [now.key.publicJwk] })
    expect([await before, ...(await Promise.all(after))]).toEqual([
      [status === 200 ? now.key.kid : 'none'],
      ...[[next.kid], [next.kid]],
    ])
    expect(timesAsked()).toBe(times)
  })
})
