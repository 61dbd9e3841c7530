import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { DEFAULT_BRANDING, type Organization } from '../../src/access/rules/organization.ts'
import { LogoRenderer } from '../../src/charts/logo-renderer.ts'
import { managedLogos } from '../../src/manage/branding/managed-logos.ts'
import { LOGO_THEMES, type Logos } from '../../src/manage/branding/rules/logo.ts'
import type { Store } from '../../src/store/store.ts'
import { openTestStore, storeOn } from '../store/store-fixture.ts'
import { JPEG, pngOf, pngSize, WEBP } from '../support/raster-pictures.ts'
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts'

const drawings = new LogoRenderer()
let store: Store
let server: Receiver
beforeAll(async () => {
  store = storeOn(await openTestStore())
  await store.untilReady()
  server = await startReceiver()
})
afterAll(async () => {
  await server.close()
  await Promise.all([drawings.close(), store.close()])
})

const logosOf = (options: { readonly allowPrivate?: boolean; readonly timeoutMs?: number } = {}) =>
  managedLogos({ store, draw: (...call) => drawings.draw(...call), allowPrivate: true, ...options })

const organization = (id: number, logos?: Logos): Organization => ({
  id,
  name: 'any',
  plan: 'professional',
  branding: DEFAULT_BRANDING,
  ...(logos && { logos }),
})
const branded = (light: string, dark = '') => ({ ...DEFAULT_BRANDING, logo_url: light, logo_dark_url: dark })
const sends =
  (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(200, headers).end(body)

/** The outcome of fetching the logo at an address. */
const fetched = async (url: string, logos = logosOf()) =>
  (await logos.fetchLogos(organization(1), branded(url), LOGO_THEMES)).light
const failureOf = async (url = server.url, logos = logosOf()) => {
  const logo = await fetched(url, logos)
  return logo !== undefined && 'failure' in logo ? logo.failure : logo
}

describe('the logo of an organization', () => {
  it('is fetched once without credentials and stored as a PNG under a digest of its organization', async () => {
    server.answer(sends(JPEG, { 'Content-Type': 'text/html' }))
    const before = server.received.length
    const logo = await fetched(`${server.url}#x`)
    if (logo === undefined || !('digest' in logo)) throw new Error('there is none')
    const [request, ...others] = server.received.slice(before)
    expect([request?.method, request?.path, others]).toEqual(['GET', '/hook', []])
    expect(Object.keys(request?.headers ?? {}).toSorted()).toEqual([
      ...['accept', 'accept-encoding', 'connection', 'host', 'user-agent'],
    ])
    expect(logo.digest).toMatch(/^[\w-]{43}$/)
    expect(pngSize((await store.logos.find(logo.digest)) ?? new Uint8Array(24))).toEqual([40, 20])
    const other = await logosOf().fetchLogos(organization(2), branded(server.url), LOGO_THEMES)
    expect(other.light).not.toMatchObject({ digest: logo.digest })
  })

  it.each([
    ['is missing', (response: ServerResponse) => response.writeHead(404).end(), 'status_404'],
    ['is empty', sends(''), 'format'],
    ['is an SVG', sends('<svg xmlns="http://www.w3.org/2000/svg"/>', { 'Content-Type': 'image/png' }), 'format'],
    ['is a WebP', sends(WEBP), 'format'],
    ['has too many bytes', sends(Buffer.concat([pngOf(9, 9), Buffer.alloc(512 * 1024)])), 'too_large'],
    ['has too many pixels', sends(pngOf(4_097, 1)), 'dimensions'],
    ['is damaged', sends(JPEG.subarray(0, 200)), 'undecodable'],
    ['is compressed', sends(gzipSync(JPEG), { 'Content-Encoding': 'gzip' }), 'too_large'],
    [
      'ends early',
      (response: ServerResponse) =>
        void response.writeHead(200, { 'Content-Length': '999' }).write('x', () => response.destroy()),
      'cut',
    ],
    ['gets no reply', (response: ServerResponse) => response.destroy(), 'reset'],
  ])('has no picture if the fetched resource %s', async (_, answer, failure) => {
    server.answer(answer)
    expect(await failureOf()).toBe(failure)
  })

  it('is abandoned after the timeout, also midway', async () => {
    const withShortTimeout = logosOf({ timeoutMs: 200 })
    server.answer(() => undefined)
    expect(await failureOf(server.url, withShortTimeout)).toBe('timeout')
    server.answer((response) => void response.writeHead(200).write(pngOf(9, 9).subarray(0, 20)))
    expect(await failureOf(server.url, withShortTimeout)).toBe('cut')
  })

  it('may be redirected three times, and each address is checked', async () => {
    const leads = (hops: number, to: string) =>
      server.answer((response, { url = '' }) => {
        const hop = Number(new URL(url, server.url).searchParams.get('hop') ?? 0)
        if (hop < hops) response.writeHead(302, { Location: `/hook?hop=${hop + 1}` }).end()
        else if (to !== '') response.writeHead(301, { Location: to }).end()
        else response.end(JPEG)
      })
    leads(3, '')
    expect(await fetched(server.url)).toHaveProperty('digest')
    leads(4, '')
    expect(await failureOf()).toBe('redirects')
    for (const to of ['file:///etc/passwd', 'http://me:pw@hooks.example/', 'http://127.0.0.1:22/', 'https://'])
      expect([leads(1, to), await failureOf()]).toEqual([undefined, 'address'])
  })

  it('S39: is never fetched from a private address, in any spelling of the host', async () => {
    const outside = logosOf({ allowPrivate: false })
    const before = server.received.length
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '169.254.169.254', 'no-such-host.invalid'])
      expect([host, await failureOf(`https://${host}:${server.port}/`, outside)]).toEqual([host, 'host'])
    expect(await failureOf(server.url, outside)).toBe('address')
    expect(server.received).toHaveLength(before)
  })

  it('is fetched again only if it is set and has not been fetched yet', async () => {
    server.answer(sends(JPEG))
    const logos = logosOf()
    const branding = branded(server.url)
    const first = await logos.fetchLogos(organization(1), branding, LOGO_THEMES)
    const count = server.received.length
    expect(await logos.fetchLogos(organization(1, first), branding, LOGO_THEMES)).toEqual(first)
    expect(await logos.fetchLogos(organization(1, first), branded('', server.url), ['light'])).toEqual({})
    const failed = { light: { url: server.url, failure: 'timeout' } } as const
    expect(await logos.fetchLogos(organization(1, failed), branding, ['dark'])).toEqual(failed)
    expect(server.received).toHaveLength(count)
    expect(await logos.fetchLogos(organization(1, failed), branding, ['light'])).toEqual(first)
  })

  it('does not wait for hanging servers of other organizations', async () => {
    const stopped = new Set<ServerResponse>()
    server.answer((response) => void stopped.add(response))
    const before = server.received.length
    const logos = logosOf()
    const hanging = Array.from({ length: 20 }, () =>
      logos.fetchLogos(organization(1), branded(server.url), LOGO_THEMES).then(({ light }) => light),
    )
    await server.had(before + 3)
    const other = await startReceiver(sends(JPEG))
    expect((await logos.fetchLogos(organization(2), branded(other.url), LOGO_THEMES)).light).toHaveProperty('digest')
    await other.close()
    server.answer((response) => void response.destroy())
    for (const response of stopped) response.destroy()
    const failures = (await Promise.all(hanging)).map((logo) => logo !== undefined && 'failure' in logo && logo.failure)
    expect(new Set(failures)).toEqual(new Set(['busy', 'reset']))
  })
})

describe('the picture of a logo', () => {
  it('is removed once its organization has another logo, unless it may be in use by a concurrent change', async () => {
    const own = { organizationId: 3 }
    const pictures = async () => {
      const found = await Promise.all(['old', 'shown', 'new'].map((digest) => store.logos.find(`${digest} digest`)))
      return found.map((png) => png !== undefined)
    }
    for (const name of ['old', 'shown', 'new']) await store.logos.put(own, `${name} digest`, new Uint8Array(2))
    const logos = { light: { url: 'https://a.example/', digest: 'shown digest' } }
    await logosOf().removeUnused(own, logos)
    expect(await pictures()).toEqual([true, true, true])
    const since = new Date()
    await store.logos.put({ organizationId: 4 }, 'foreign digest', new Uint8Array(2))
    await store.logos.keep({ organizationId: 4 }, ['old digest'])
    await store.logos.keep(own, ['new digest'])
    await store.logos.removeOthers(own, ['shown digest'], since)
    expect(await pictures()).toEqual([false, true, true])
    expect(await store.logos.find('foreign digest')).toBeDefined()
  })
})
