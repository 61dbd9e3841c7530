import { readFileSync } from 'node:fs'
import path from 'node:path'
import { MODEL_PROVIDER_CONFIG } from 'langchain/chat_models/universal'
import { ConfigError, isAsciiTerminal, readConfig, SETTINGS } from '../src/config.ts'
import { MODEL_PROVIDERS, missingPackage } from '../src/planner/model/model-providers.ts'
import { modelFaults } from '../src/platform/config/model-faults.ts'

const ROOT = path.join(import.meta.dirname, '..')
const text = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

describe('Settings', () => {
  it('are all optional', () => {
    expect(readConfig({})).toMatchObject({
      port: undefined,
      host: '127.0.0.1',
      model: undefined,
      turnTimeoutMs: 120_000,
      queryTimeoutMs: 30_000,
    })
  })

  it('report all mistakes at once, without values', () => {
    const read = () =>
      readConfig({ PORT: 'eighty', TABLETALK_SECRET: 'too-short', LOG_LEVEL: 'loud', TABLETALK_TURN_TIMEOUT: '-1' })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(/PORT[\s\S]*TABLETALK_SECRET[\s\S]*TABLETALK_TURN_TIMEOUT[\s\S]*LOG_LEVEL/)
    expect(read).not.toThrow(/eighty|too-short|loud/)
  })

  it('require REDIS_URL for TABLETALK_LIMITS=redis, and never show its value', () => {
    expect(() => readConfig({ TABLETALK_MODEL: 'nonsense' })).toThrow(/TABLETALK_MODEL: unknown model/)
    expect(() => readConfig({ TABLETALK_LIMITS: 'redis' })).toThrow(/REDIS_URL: is required by TABLETALK_LIMITS=redis/)
    expect(() => readConfig({ REDIS_URL: 'http://:s3cret@h' })).toThrow(/REDIS_URL: use the form redis:/)
    expect(() => readConfig({ REDIS_URL: 'http://:s3cret@h' })).not.toThrow(/s3cret/)
    expect(readConfig({ TABLETALK_LIMITS: 'redis', REDIS_URL: 'redis://:s3cret@h:6379/1' }).limits).toBe('redis')
  })

  it('require all Stripe settings together, and name each that is missing, unused or invalid', () => {
    const all = {
      TABLETALK_PAYMENTS: 'stripe',
      TABLETALK_STRIPE_KEY: 'sk_live_s3cret',
      TABLETALK_STRIPE_PRICES: 'starter=price_2,business=price_9, starter=price_1',
      TABLETALK_STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef, whsec_fedcba9876543210',
      TABLETALK_PORTAL_URL: 'https://portal.example.com',
    }
    expect(readConfig(all).payments).toEqual({
      graceDays: 7,
      trialDays: undefined,
      stripe: {
        key: 'sk_live_s3cret',
        webhookSecrets: ['whsec_0123456789abcdef', 'whsec_fedcba9876543210'],
        url: undefined,
        timeoutMs: 10_000,
        prices: new Map([
          ['starter', ['price_2', 'price_1']],
          ['business', ['price_9']],
        ]),
      },
    })
    expect(readConfig({ TABLETALK_GRACE_DAYS: '0' }).payments).toMatchObject({ stripe: undefined, graceDays: 0 })
    for (const name of Object.keys(all).filter((one) => one !== 'TABLETALK_PAYMENTS'))
      expect(() => readConfig({ ...all, [name]: '' })).toThrow(
        new RegExp(`${name}: is required by TABLETALK_PAYMENTS=stripe: `),
      )
    for (const name of ['TABLETALK_STRIPE_KEY', 'TABLETALK_STRIPE_WEBHOOK_SECRET', 'TABLETALK_STRIPE_PRICES'] as const)
      expect(() => readConfig({ [name]: all[name] })).toThrow(new RegExp(`${name}: requires TABLETALK_PAYMENTS=stripe`))
    for (const [name, value] of [
      ['TABLETALK_STRIPE_PRICES', 'golden=price_1'],
      ['TABLETALK_STRIPE_PRICES', 'starter=price_1,starter=price_1'],
      ['TABLETALK_STRIPE_PRICES', Array.from({ length: 101 }, (_, index) => `starter=price_${index}`).join(',')],
      ['TABLETALK_STRIPE_PRICES', 'starter=price_1,business=price_1'],
      ['TABLETALK_STRIPE_WEBHOOK_SECRET', 'short'],
      ['TABLETALK_STRIPE_WEBHOOK_SECRET', Array(3).fill('whsec_0123456789abcdef').join(',')],
      ['TABLETALK_STRIPE_URL', 'https://payments.example/v1'],
      ['TABLETALK_STRIPE_URL', 'http://payments.example'],
      ['TABLETALK_STRIPE_URL', 'http://127.0.0.1.payments.example'],
      ['TABLETALK_TRIAL_DAYS', '0'],
    ] as const)
      expect(() => readConfig({ ...all, [name]: value })).toThrow(new RegExp(`\\n  ${name}: `))
    for (const url of ['https://payments.example:8443', 'http://127.0.0.1:12111', 'http://localhost', 'http://[::1]:1'])
      expect(readConfig({ ...all, TABLETALK_STRIPE_URL: url }).payments.stripe?.url).toBe(url)
    expect(() => readConfig({ ...all, TABLETALK_STRIPE_URL: 'nowhere' })).not.toThrow(/s3cret|whsec_/)
  })

  it('accept host and port as TEMPORAL_ADDRESS, and never show an invalid value', () => {
    for (const address of ['temporal', 'temporal:7233', '127.0.0.1:7233', '[::1]:7233'])
      expect(readConfig({ TEMPORAL_ADDRESS: address }).temporal.address).toBe(address)
    for (const address of [
      'http://temporal:7233',
      'temporal:99999',
      'temporal:',
      'two:1,three:2',
      'me:s3cret@temporal',
    ])
      expect(() => readConfig({ TEMPORAL_ADDRESS: address })).toThrow(
        /^Invalid settings:\n {2}TEMPORAL_ADDRESS: use host:port, for example 127\.0\.0\.1:7233$/,
      )
  })

  it('resolve the default home folder independently of the working directory', () => {
    expect(readConfig({}).home).toBe(path.resolve(import.meta.dirname, '../.tabletalk'))
    expect(readConfig({ TABLETALK_HOME: 'here' }).home).toBe(path.resolve('here'))
  })

  it('accept trusted proxies by address, network or name', () => {
    const { trustedProxies } = readConfig({ TABLETALK_TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,::1' })
    expect(trustedProxies).toEqual(['loopback', '10.0.0.0/8', '::1'])
    expect(() => readConfig({ TABLETALK_TRUSTED_PROXIES: 'everybody' })).toThrow(/TABLETALK_TRUSTED_PROXIES/)
  })

  it('treat an empty variable as unset', () => {
    expect(readConfig({ PORT: '', OPENAI_BASE_URL: '' })).toEqual(readConfig({}))
  })

  it('select a model with TABLETALK_MODEL', () => {
    const { model } = readConfig({
      TABLETALK_MODEL: 'openai:any',
      OPENAI_API_KEY: 'k',
      OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
    })
    expect(model).toEqual({
      name: 'openai:any',
      apiKey: 'k',
      baseUrl: 'http://127.0.0.1:1/v1',
      callTimeoutMs: 45_000,
      contextTokens: 6_000,
    })
  })

  it('report the package and the API key that a model lacks', () => {
    const absent = () => {
      throw Object.assign(new Error('absent'), { code: 'MODULE_NOT_FOUND' })
    }
    const faultsOf = (env: Record<string, string>) => modelFaults(readConfig(env))
    expect(faultsOf({})).toBeUndefined()
    expect(faultsOf({ TABLETALK_MODEL: 'openai:any', OPENAI_API_KEY: 'k' })).toBeUndefined()
    expect(faultsOf({ TABLETALK_MODEL: 'any', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' })).toBeUndefined()
    expect(faultsOf({ TABLETALK_MODEL: 'openai:any' })).toMatch(/^openai:any, which requires OPENAI_API_KEY; /)
    expect(faultsOf({ TABLETALK_MODEL: 'groq:any' })).toMatch(
      /requires the package @langchain\/groq \(npm install @langchain\/groq\) and GROQ_API_KEY; /,
    )
    expect(faultsOf({ TABLETALK_MODEL: 'bedrock:any' })).toMatch(/requires the package @langchain\/aws /)
    expect(missingPackage('groq', () => 'there')).toBeUndefined()
    for (const provider of Object.keys(MODEL_PROVIDERS)) {
      const { package: name = '' } = MODEL_PROVIDER_CONFIG[provider as keyof typeof MODEL_PROVIDER_CONFIG]
      expect([provider, missingPackage(provider, absent)]).toEqual([provider, name])
    }
  })

  it('are all described in docs/settings.md and .env.example', () => {
    expect(SETTINGS.length).toBeGreaterThan(40)
    const files = SETTINGS.flatMap(({ file }) => file ?? [])
    const words = (document: string) => new Set(text(document).match(/\b[A-Z][A-Z0-9_]+\b/g))
    const missing = (document: string, names: readonly string[]) => names.filter((name) => !words(document).has(name))
    for (const document of ['docs/settings.md', '.env.example']) {
      expect({
        document,
        missing: missing(
          document,
          SETTINGS.map(({ name }) => name),
        ),
      }).toEqual({ document, missing: [] })
    }
    expect(missing('.env.example', files)).toEqual([])
    const known = new Set([...files, ...SETTINGS.map(({ name }) => name)])
    const assigned = [...text('.env.example').matchAll(/\b([A-Z][A-Z0-9_]+)=/g)].map(([, name = '']) => name)
    expect(assigned.filter((name) => !known.has(name))).toEqual([])
  })
})

describe('isAsciiTerminal', () => {
  it.each<readonly [boolean, Readonly<Record<string, string>>]>([
    [false, {}],
    [false, { LANG: 'de_DE.UTF-8' }],
    [false, { LANG: 'C', LC_ALL: 'C.utf8' }],
    [false, { LC_ALL: '', LANG: 'en_GB.UTF-8' }],
    [true, { LANG: 'C' }],
    [true, { LANG: 'en_GB.UTF-8', LC_CTYPE: 'de_DE.ISO-8859-1' }],
    [true, { LANG: 'en_GB.UTF-8', TERM: 'dumb' }],
  ])('returns %s for %j', (expected, environment) => {
    expect(isAsciiTerminal(environment)).toBe(expected)
  })
})
