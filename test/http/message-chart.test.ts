import { randomUUID } from 'node:crypto'
import type { Json } from '../../src/platform/values/json.ts'
import { EXAMPLE_VALUES, exampleChart } from '../charts/example-charts.ts'
import { elementsOf, svgDocument, textsOf } from '../charts/svg-document.ts'
import { answeredTurn } from '../support/answered-turn.ts'
import { type Platform, type Reply, startPlatform } from '../support/platform.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

type Headers = Record<string, string | null>

const chartOf = (id: string, query = '', headers: Headers = {}) =>
  platform.request(`/api/v1/chat/messages/${id}/chart${query}`, { headers })

const json = (value: object): { readonly [key: string]: Json } => JSON.parse(JSON.stringify(value))
const stored = async (chart: unknown, more: object = {}): Promise<string> => {
  const { organizationId, databaseId } = platform.access
  const caller = { organizationId, kind: 'organization', userId: 1, tenantId: '1', scopeId: 'tester' } as const
  const metadata = json({ chart, ...more })
  return (await answeredTurn(platform.app.store, { caller, databaseId, metadata })).messageId
}
const bars = { ...exampleChart('bar', EXAMPLE_VALUES.bar), alternatives: ['line'] as const }

describe('GET /api/v1/chat/messages/{message_id}/chart', () => {
  it('renders the chart of an answer as a sandboxed SVG, for organization and public keys', async () => {
    const json = { message: 'How many orders are there by status?' }
    const { data }: Reply['body'] = await (await platform.open('/api/v1/chat/message', { json })).json()
    const { message_id, chart } = data
    const { status, headers, text } = await chartOf(message_id)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(svgDocument(text).attributes).toMatchObject({ role: 'img', 'aria-label': chart.alt })
    expect(textsOf(text)).toEqual(
      expect.arrayContaining(chart.spec.data.values.map(({ label }: { label: string }) => label)),
    )
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect((await chartOf(message_id, '', { 'X-API-Key': platform.access.databaseKey })).text).toBe(text)
  })

  it('renders a PNG of the requested width by format or by Accept', async () => {
    const id = await stored(bars)
    for (const [query, headers] of [
      ['?format=png&width=300', {}],
      ['?width=300', { Accept: 'image/png' }],
    ] as const) {
      const response = await platform.open(`/api/v1/chat/messages/${id}/chart${query}`, { headers })
      const png = Buffer.from(await response.arrayBuffer())
      expect([response.headers.get('content-type'), png.readUInt32BE(16)]).toEqual(['image/png', 600])
    }
    expect((await chartOf(id, '', { Accept: 'application/json' })).status).toBe(406)
  })

  it('returns 304 for an unchanged ETag, and the chart for other parameters', async () => {
    const id = await stored(bars)
    const etag = (await chartOf(id)).headers.get('etag') ?? ''
    const again = await chartOf(id, '', { 'If-None-Match': etag })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
    for (const query of ['?theme=dark', '?width=641', '?locale=de', '?type=line', '?format=png'])
      expect(
        (await platform.open(`/api/v1/chat/messages/${id}/chart${query}`, { headers: { 'If-None-Match': etag } }))
          .status,
      ).toBe(200)
  })

  it('uses the colours of the theme, and for `brand` the primary colour of the organization', async () => {
    const id = await stored(bars)
    const fills = async (theme: string) =>
      elementsOf(svgDocument((await chartOf(id, `?theme=${theme}`)).text)).map(({ attributes }) => attributes.fill)
    expect(await fills('light')).toEqual(expect.arrayContaining(['#ffffff', '#2553c9']))
    expect(await fills('dark')).toEqual(expect.arrayContaining(['#1a1e26', '#8fb0ff']))
    expect(await fills('brand')).toEqual(expect.arrayContaining(['#ffffff', '#1f6f5c']))
  })

  it('renders the chart of a part', async () => {
    const id = await stored(bars, { parts: [{ chart: exampleChart('figure', EXAMPLE_VALUES.figure) }] })
    expect((await chartOf(id, '?part=1')).text).toContain('1,234,567.50')
    expect((await chartOf(id, '?part=2')).body.message).toBe('This message has no chart.')
  })

  it.each<[string, string, string]>([
    ['a PNG of 10,000 px', '?format=png&width=10000', 'from 200 to 2000'],
    ['a width below the minimum', '?width=199', 'from 200 to 2000'],
    ['half a pixel', '?width=300.5', 'from 200 to 2000'],
    ['a width in scientific notation', '?width=3e2', 'from 200 to 2000'],
    ['two widths', '?width=300&width=400', 'width'],
    ['an unknown format', '?format=gif', 'svg or png'],
    ['an unknown theme', '?theme=__proto__', 'light, dark, brand'],
    ['an unknown type', '?type=pie', 'figure, bar'],
    ['a type that this chart does not support', '?type=scatter', 'bar, line'],
    ['an invalid language tag', '?locale=no_such', 'language tag'],
    ['an empty language tag', '?locale=', 'language tag'],
    [
      'a long language tag',
      `?locale=en-${'x'.repeat(8)}-${'a'.repeat(8)}-${'b'.repeat(8)}-${'c'.repeat(8)}`,
      '35 characters',
    ],
    ['an invalid part', '?part=3', '1 or 2'],
    ['an unknown parameter', '?scale=3', 'scale'],
  ])('rejects %s, and reports the allowed values', async (_, query, expected) => {
    const { status, body } = await chartOf(await stored(bars), query)
    expect([status, JSON.stringify(body.details)]).toEqual([400, expect.stringContaining(expected)])
  })

  it.each<[string, unknown]>([
    ['no chart', undefined],
    ['a text', 'chart'],
    ['no spec', { title: 'x', alt: 'x' }],
    ['a spec of another mark', { ...bars, type: undefined, spec: { mark: 'arc' } }],
    ['data from a URL', { ...bars, spec: { ...bars.spec, data: { url: 'http://127.0.0.1/' } } }],
    [
      'values that are not numbers',
      { ...bars, spec: { ...bars.spec, data: { values: [{ label: 'x', value: '1' }] } } },
    ],
    [
      'too many values',
      { ...bars, spec: { ...bars.spec, data: { values: Array(2_401).fill({ label: 'x', value: 1 }) } } },
    ],
  ])('returns 404 for a message whose metadata, which clients can append, contain %s', async (_, chart: unknown) => {
    const { status, body } = await chartOf(await stored(chart))
    expect([status, body.error_code, body.message]).toEqual([404, 'NOT_FOUND_RESOURCE', 'This message has no chart.'])
  })

  it('renders only texts and numbers of an appended spec', async () => {
    const hostile = {
      ...bars.spec,
      params: [{ name: 'p', expr: 'hack()' }],
      transform: [{ calculate: 'hack()', as: 'label' }],
      config: { font: 'x" onload="y' },
      image: { url: 'http://evil/' },
    }
    expect((await chartOf(await stored({ ...bars, spec: hostile }))).text).toBe(
      (await chartOf(await stored(bars))).text,
    )
  })

  it.each<[string, Headers]>([
    ['another scope', { 'X-Scope-Id': 'somebody else' }],
    ['another tenant', { 'X-Tenant-Id': '2' }],
  ])('returns the same 404 to %s as for an unknown message', async (_, headers) => {
    for (const id of [await stored(bars), `${randomUUID()}.assistant`, 'x', '$where']) {
      const { status, body } = await chartOf(id, '', headers)
      expect([status, body.message]).toEqual([404, 'The message was not found.'])
    }
  })
})
