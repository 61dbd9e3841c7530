import { randomUUID } from 'node:crypto'
import tls from 'node:tls'
import { DEFAULT_BRANDING } from '../../../src/access/rules/organization.ts'
import { connectStore } from '../../../src/store/connection.ts'
import { makeAuthority } from '../../support/certificates.ts'
import { type Platform, startPlatform } from '../../support/platform.ts'
import { JPEG, pngOf, pngSize } from '../../support/raster-pictures.ts'
import { startReceiver } from '../../support/webhook-receiver.ts'
import { codeOf, type Manager, managerOf } from './manager.ts'

let platform: Platform
let own: Manager
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
  own = await managerOf(platform)
})
afterAll(() => platform.close())

describe('an organization', () => {
  it('is returned with the features and limits of its plan', async () => {
    const { status, body } = await own.get('/organization')
    expect(status).toBe(200)
    expect(body.data).toEqual({
      id: own.organizationId,
      name: 'Org on professional',
      plan: 'professional',
      status: 'active',
      subscription: 'active',
      features: ['api_access', 'custom_api_access'],
      share_links: false,
      billing: {
        processor: 'manual',
        status: 'active',
        trial_ends_at: null,
        past_due_since: null,
        grace_ends_at: null,
        ends_at: null,
      },
      limits: {
        requests_per_minute: 500,
        requests_per_hour: 25_000,
        requests_per_month: null,
        concurrent_requests: 50,
        databases: 50,
        questions_per_month: 50_000,
        indexing_per_month: 1_000,
        tokens_per_month: null,
        conversation_questions_per_minute: 30,
        conversation_questions_per_hour: 200,
      },
      usage: expect.objectContaining({
        // This service does not count requests.
        requests_per_minute: { allowed: 500, by: 'plan', used: null, resets_at: null },
        databases: { allowed: 50, by: 'plan', used: 0, resets_at: null },
      }),
      model_usage: {
        month: expect.stringMatching(/^20\d\d-\d\d$/),
        input_tokens: 0,
        cached_input_tokens: 0,
        output_tokens: 0,
        calls: 0,
        cost_usd_micros: 0,
        unpriced_calls: 0,
        models: [],
      },
    })
  })

  it('is returned with its usage and its own limits if limits are counted in the store', async () => {
    const counting = await startPlatform({ worker: false, env: { TABLETALK_LIMITS: 'mongo' } })
    try {
      const manager = await managerOf(counting)
      const { organizationId } = manager
      const { store, limits, organizations } = counting.app
      await store.organizations.change({ organizationId }, {}, { per_month: 1_000, concurrent: 7 })
      await store.jobs.addIndexJob({ organizationId }, { id: randomUUID(), databaseId: randomUUID() })
      for (const turnId of ['a', 'b']) await limits.leases.acquire(organizationId, turnId, { max: 7, forMs: 60_000 })
      await manager.get('/organization')
      const { usage } = (await manager.get('/organization')).body.data
      const later = expect.stringMatching(/^20\d\d-.*Z$/)
      expect(usage).toEqual({
        requests_per_minute: { allowed: 500, by: 'plan', used: 2, resets_at: later },
        requests_per_hour: { allowed: 25_000, by: 'plan', used: 2, resets_at: later },
        requests_per_month: { allowed: 1_000, by: 'organization', used: 2, resets_at: later },
        concurrent_requests: { allowed: 7, by: 'organization', used: 2, resets_at: null },
        databases: { allowed: 50, by: 'plan', used: 0, resets_at: null },
        questions_per_month: { allowed: 50_000, by: 'plan', used: 0, resets_at: null },
        indexing_per_month: { allowed: 1_000, by: 'plan', used: 1, resets_at: later },
        tokens_per_month: { allowed: null, by: 'plan', used: 0, resets_at: null },
        conversation_questions_per_minute: { allowed: 30, by: 'service', used: 0, resets_at: null },
        conversation_questions_per_hour: { allowed: 200, by: 'service', used: 0, resets_at: null },
      })
      const organization = await store.organizations.find({ organizationId })
      if (organization === undefined) throw new Error('it is gone')
      expect((await organizations.data(organization)).usage.requests_per_hour.used).toBe(2)
    } finally {
      await counting.close()
    }
  })

  it('can be renamed, with one audit entry that names the actor, and no other organization changes', async () => {
    const [changing, other] = [await managerOf(platform), await managerOf(platform)]
    const { status, body, headers } = await changing.send('PATCH', '/organization', { name: '  Grüße & Co  ' })
    expect([status, body.data.name]).toEqual([200, 'Grüße & Co'])
    expect((await changing.send('PATCH', '/organization', { name: 'Grüße & Co' })).status).toBe(200)
    expect((await changing.send('PATCH', '/organization', {})).status).toBe(200)
    expect((await changing.get('/organization')).body.data.name).toBe('Grüße & Co')
    expect((await other.get('/organization')).body.data.name).toBe('Org on professional')
    const { body: log } = await changing.get('/audit')
    expect(log.data).toEqual([
      {
        id: expect.any(String),
        at: expect.any(String),
        action: 'organization.changed',
        outcome: 'done',
        actor: { kind: 'key', id: changing.keyId, email: null },
        subject_id: String(changing.organizationId),
        changes: [{ field: 'name', value: 'Grüße & Co' }],
        trace_id: headers.get('x-request-id'),
      },
    ])
    expect(log.pagination).toEqual({
      current_page: 1,
      page_size: 20,
      total_items: 1,
      total_pages: 1,
      has_next: false,
      has_previous: false,
    })
    expect(await other.audit()).toEqual([])
  })

  it.each([
    ['a plan', { plan: 'enterprise' }, 'plan'],
    ['a status', { status: 'active', name: 'x' }, 'status'],
    ['limits', { limits: { databases: 5 } }, 'limits'],
    ['an unknown field', { nmae: 'x' }, 'nmae'],
    ['a prototype', JSON.parse('{"__proto__":{"name":"x"}}'), '__proto__'],
    ['an empty name', { name: ' ' }, 'name'],
    ['an invisible character in the name', { name: 'a\u202eb' }, 'name'],
    ['a long name', { name: 'x'.repeat(201) }, 'name'],
    ['a name that is no text', { name: { $ne: '' } }, 'name'],
  ])('refuses a change with %s', async (_, json, field) => {
    const refused = await own.send('PATCH', '/organization', json)
    expect([refused.status, refused.body.details.map((detail: { field: string }) => detail.field)]).toEqual([
      400,
      [field],
    ])
    expect(await own.audit()).toEqual([])
  })

  it('refuses its remaining keys once it is deleted', async () => {
    const gone = await managerOf(platform)
    const connection = await connectStore(platform.env.MONGODB_URI ?? '')
    await connection.collection<{ _id: number }>('organizations').deleteOne({ _id: gone.organizationId })
    await connection.close()
    expect(codeOf(await gone.get('/organization'))).toEqual([404, 'NOT_FOUND_ORGANIZATION'])
  })

  it('can be managed only with the manage permission and on a plan with an API', async () => {
    const asking = await managerOf(platform, 'professional', ['chat', 'history'])
    const free = await managerOf(platform, 'free')
    for (const path of ['/organization', '/audit'])
      expect([codeOf(await asking.get(path)), codeOf(await free.get(path))]).toEqual([
        [403, 'AUTH_INSUFFICIENT_PERMISSIONS'],
        [403, 'BUSINESS_FEATURE_NOT_AVAILABLE'],
      ])
    for (const method of ['PUT', 'PATCH'])
      expect(codeOf(await asking.send(method, '/branding', {}))).toEqual([403, 'AUTH_INSUFFICIENT_PERMISSIONS'])
  })
})

describe('an identity provider', () => {
  it.each([
    'https://127.0.0.1:8443',
    'https://localhost',
    'https://10.1.2.3/realms/a',
    'https://[::1]',
    'https://2130706433',
  ])('is refused on configuration if its issuer is at a private address: %s', async (issuer) => {
    const sso = await managerOf(platform)
    const { status, body } = await sso.send('PUT', '/sso/config', { issuer, client_id: 'c', client_secret: 's' })
    expect([status, body.error_code, body.details[0].field]).toEqual([400, 'VALIDATION_ERROR', 'issuer'])
    expect((await sso.get('/sso/config')).body.error_code).toBe('SSO_NOT_CONFIGURED')
    expect(await sso.audit()).toEqual([])
  })
})

describe('branding', () => {
  const COLOURS = { primary: '#aabbcc', secondary: '#abc' }

  it('is replaced by PUT, changed in part by PATCH, and reset to the default by null', async () => {
    const brand = await managerOf(platform)
    const put = await brand.send('PUT', '/branding', {
      colors: { ...COLOURS, primary: '#AABBCC' },
      logo_url: 'https://127.0.0.1/logo.svg?v=1&size=2x',
      hide_service_branding: true,
    })
    const expected = {
      ...DEFAULT_BRANDING,
      colors: { ...DEFAULT_BRANDING.colors, ...COLOURS },
      logo_url: 'https://127.0.0.1/logo.svg?v=1&size=2x',
      hide_service_branding: true,
    }
    expect([put.status, put.body.data]).toMatchObject([200, expected])
    const patch = { colors: { secondary: null }, widget_theme: { greeting_message: "What's new?" }, logo_url: null }
    const patched = await brand.send('PATCH', '/branding', patch)
    const now = {
      ...expected,
      colors: { ...DEFAULT_BRANDING.colors, primary: '#aabbcc' },
      widget_theme: { ...DEFAULT_BRANDING.widget_theme, greeting_message: "What's new?" },
      logo_url: '',
    }
    expect([patched.status, patched.body.data]).toMatchObject([200, now])
    const { data: shown } = (await brand.get('/branding')).body
    expect(shown).toMatchObject(now)
    expect((await brand.send('PATCH', '/branding', patch)).body.data).toEqual(shown)
    expect((await brand.send('PUT', '/branding', shown)).body.data).toEqual(shown)
    const id = String(brand.organizationId)
    expect(await brand.audit()).toEqual([
      ['branding.changed', id, ['logo_url', 'colors.secondary', 'widget_theme.greeting_message']],
      ['branding.replaced', id, ['logo_url', 'hide_service_branding', 'colors.primary', 'colors.secondary']],
    ])
    expect((await own.get('/branding')).body.data).toMatchObject(DEFAULT_BRANDING)
  })

  it('can be previewed on every plan with an API, with effective colours, and is not stored', async () => {
    const manager = await managerOf(platform, 'starter')
    const { status, body } = await manager.send('POST', '/branding/preview', { colors: { primary: '#ffd400' } })
    expect([status, body.data]).toMatchObject([
      200,
      {
        colors: { ...DEFAULT_BRANDING.colors, primary: '#ffd400' },
        logo_url: '',
        effective: {
          light: { primary: '#ffd400', on_primary: '#000000', link: '#986e00' },
          dark: { link: '#ffd400' },
          adjusted: expect.arrayContaining([
            {
              field: 'colors.primary',
              theme: 'light',
              use: 'link',
              from: '#ffd400',
              to: '#986e00',
              against: '#ffffff',
              contrast_from: 1.43,
              contrast_to: 4.6,
            },
          ]),
        },
      },
    ])
    expect((await manager.get('/branding')).body.data).toMatchObject(DEFAULT_BRANDING)
    expect(await manager.audit()).toEqual([])
    const refused = await manager.send('POST', '/branding/preview', { colors: { primary: 'red' } })
    expect([refused.status, refused.body.details[0].field]).toEqual([400, 'colors.primary'])
    const reader = await managerOf(platform, 'professional', ['chat'])
    expect((await reader.send('POST', '/branding/preview', {})).status).toBe(403)
  })

  it.each([
    ['free', 403, 403],
    ['starter', 200, 403],
    ['professional', 200, 200],
    ['business', 200, 200],
    ['enterprise', 200, 200],
  ] as const)(
    'on the %s plan returns %i to a server key that reads it and %i to one that changes it',
    async (plan, read, write) => {
      const manager = await managerOf(platform, plan)
      for (const method of ['PUT', 'PATCH']) {
        const { status, body } = await manager.send(method, '/branding', { hide_service_branding: true })
        expect([method, status]).toEqual([method, write])
        if (write === 403) expect(body.error_code).toBe('BUSINESS_FEATURE_NOT_AVAILABLE')
        else expect(body.data.hide_service_branding).toBe(true)
      }
      const { status, body } = await manager.get('/branding')
      expect(status).toBe(read)
      if (write === 403 && read === 200) expect(body.data).toMatchObject(DEFAULT_BRANDING)
    },
  )

  const logo = (logo_url: unknown) => ({ logo_url })
  const theme = (greeting_message: unknown) => ({ widget_theme: { greeting_message } })
  it.each([
    ['a script as the logo address', logo('javascript:alert(1)'), 'logo_url'],
    ['a disguised script as the logo address', logo(' java\tscript:alert(1)'), 'logo_url'],
    ['a data URL as the logo address', logo('data:image/svg+xml,<svg onload=alert(1)>'), 'logo_url'],
    ['an unencrypted address', logo('http://cdn.example/logo.svg'), 'logo_url'],
    ['an address with a password', logo('https://user:pass@cdn.example/logo.svg'), 'logo_url'],
    ['an address that closes an attribute', logo('https://cdn.example/"onerror="alert(1)'), 'logo_url'],
    ['an address that closes a style', logo("https://cdn.example/a');background:url(//evil.example"), 'logo_url'],
    ['an address without a host', logo('https://'), 'logo_url'],
    ['an address that is too long', logo(`https://cdn.example/${'a'.repeat(2_048)}`), 'logo_url'],
    ['a colour that closes a style', { colors: { primary: '#fff;}body{display:none' } }, 'colors.primary'],
    ['a colour that is a function call', { colors: { accent: 'url(https://evil.example)' } }, 'colors.accent'],
    ['a colour with a trailing line break', { colors: { accent: '#ffffff\n' } }, 'colors.accent'],
    ['a named colour for the header', { widget_theme: { header_color: 'red' } }, 'widget_theme.header_color'],
    ['a greeting with a script', theme('<img src=x onerror=alert(1)>'), 'widget_theme.greeting_message'],
    ['a greeting of several lines', theme('a\nb'), 'widget_theme.greeting_message'],
    ['a greeting that is too long', theme('x'.repeat(501)), 'widget_theme.greeting_message'],
    ['a greeting that is no text', theme({ $gt: '' }), 'widget_theme.greeting_message'],
    ['an unknown position', { widget_theme: { position: 'fixed;top:0' } }, 'widget_theme.position'],
    ['an unknown field', { css: 'body{}' }, 'css'],
    ['a switch that is no boolean', { hide_service_branding: 'yes' }, 'hide_service_branding'],
  ])('S68: refuses %s', async (_, json, field) => {
    for (const method of ['PUT', 'PATCH']) {
      const { status, body } = await own.send(method, '/branding', json)
      expect([status, body.details.map((detail: { field: string }) => detail.field)]).toEqual([400, [field]])
    }
    expect((await own.get('/branding')).body.data).toMatchObject(DEFAULT_BRANDING)
  })
})

describe('a logo', () => {
  const NONE = { url: null, failure: null }

  it('is served without a credential at its own URL, and kept until it is replaced', async () => {
    const authority = makeAuthority()
    const known = tls.getCACertificates()
    const server = await startReceiver((response) => void response.end(JPEG), {
      certificate: authority.sign('IP:127.0.0.1'),
    })
    const elsewhere = await startPlatform({ worker: false, env: { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' } })
    try {
      const brand = await managerOf(elsewhere)
      const shown = async () => (await brand.get('/branding')).body.data.effective.logos
      const put = await brand.send('PUT', '/branding', { logo_url: server.url })
      expect([put.status, put.body.data.logo_url]).toEqual([200, server.url])
      expect(put.body.data.effective.logos).toEqual({ light: { url: null, failure: 'tls' }, dark: NONE })
      tls.setDefaultCACertificates([...known, authority.cert])
      expect((await brand.send('PATCH', '/branding', { hide_service_branding: true })).status).toBe(200)
      expect(await shown()).toEqual({ light: { url: null, failure: 'tls' }, dark: NONE })
      await brand.send('PATCH', '/branding', { logo_url: server.url })
      const { light, dark } = await shown()
      expect([light, dark]).toEqual([
        { url: expect.stringMatching(new RegExp(`^${elsewhere.baseUrl}/logos/[\\w-]{43}\\.png$`)), failure: null },
        NONE,
      ])
      const picture = await fetch(light.url)
      expect([picture.status, pngSize(new Uint8Array(await picture.arrayBuffer()))]).toEqual([200, [40, 20]])
      expect(Object.fromEntries(picture.headers)).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      })
      server.answer((response) => void response.end(pngOf(9, 9)))
      const preview = await brand.send('POST', '/branding/preview', { logo_url: `${server.url}?2` })
      expect(preview.body.data.effective.logos.light).toEqual(NONE)
      expect((await brand.send('PUT', '/branding', put.body.data)).body.data.effective.logos.light).toEqual(light)
      expect(server.received).toHaveLength(1)
      const both = await brand.send('PUT', '/branding', { logo_url: server.url, logo_dark_url: `${server.url}?2` })
      expect(both.body.data.effective.logos).toEqual({
        light,
        dark: { url: expect.stringMatching(/\.png$/), failure: null },
      })
      await brand.send('PATCH', '/branding', { logo_url: null })
      expect(await shown()).toEqual({ light: NONE, dark: both.body.data.effective.logos.dark })
      expect(await brand.audit()).toEqual([
        ['branding.changed', String(brand.organizationId), ['logo_url']],
        ['branding.replaced', String(brand.organizationId), ['logo_dark_url']],
        ['branding.replaced', String(brand.organizationId), ['hide_service_branding']],
        ['branding.changed', String(brand.organizationId), ['logo_url']],
        ['branding.changed', String(brand.organizationId), ['hide_service_branding']],
        ['branding.replaced', String(brand.organizationId), ['logo_url']],
      ])
    } finally {
      tls.setDefaultCACertificates(known)
      await Promise.all([server.close(), elsewhere.close()])
    }
  })

  it.each(['/logos/none.png', `/logos/${'a'.repeat(43)}.png`, `/logos/${'a'.repeat(43)}.svg`, '/logos/'])(
    'returns 404 for an unknown path: %s',
    async (path) => {
      expect((await fetch(`${platform.baseUrl}${path}`)).status).toBe(404)
    },
  )

  it('S39: is not fetched from a private or unknown host, and the branding is stored', async () => {
    const brand = await managerOf(platform)
    for (const host of ['127.0.0.1', 'localhost', '169.254.169.254', 'no-such-host.invalid']) {
      const { status, body } = await brand.send('PUT', '/branding', { logo_dark_url: `https://${host}/logo.png` })
      expect([status, body.data.logo_dark_url]).toEqual([200, `https://${host}/logo.png`])
      expect(body.data.effective.logos).toEqual({ light: NONE, dark: { url: null, failure: 'host' } })
    }
  })
})
