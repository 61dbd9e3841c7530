import { readFileSync } from 'node:fs'
import path from 'node:path'
import { MODEL_PROVIDER_CONFIG } from 'langchain/chat_models/universal'
import { ConfigError, readConfig, SETTINGS } from '../src/config.ts'
import { modelTrouble } from '../src/model-trouble.ts'
import { MODEL_PROVIDERS, missingPackage } from '../src/planner/model/model-providers.ts'

const ROOT = path.join(import.meta.dirname, '..')
const text = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

describe('settings', () => {
  it('need none to be given', () => {
    expect(readConfig({})).toMatchObject({
      port: undefined,
      host: '127.0.0.1',
      model: undefined,
      turnTimeoutMs: 120_000,
      queryTimeoutMs: 30_000,
    })
  })

  it('tell every mistake at once, and never a value', () => {
    const read = () =>
      readConfig({ PORT: 'eighty', TABLETALK_SECRET: 'too-short', LOG_LEVEL: 'loud', TABLETALK_TURN_TIMEOUT: '-1' })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(/PORT[\s\S]*TABLETALK_SECRET[\s\S]*TABLETALK_TURN_TIMEOUT[\s\S]*LOG_LEVEL/)
    expect(read).not.toThrow(/eighty|too-short|loud/)
  })

  it('count in Redis only where they say which, and never show its address', () => {
    expect(() => readConfig({ TABLETALK_MODEL: 'nonsense' })).toThrow(/TABLETALK_MODEL: nobody is known/)
    expect(() => readConfig({ TABLETALK_LIMITS: 'redis' })).toThrow(/REDIS_URL: TABLETALK_LIMITS=redis needs it/)
    expect(() => readConfig({ REDIS_URL: 'http://:s3cret@h' })).toThrow(/REDIS_URL: write redis:/)
    expect(() => readConfig({ REDIS_URL: 'http://:s3cret@h' })).not.toThrow(/s3cret/)
    expect(readConfig({ TABLETALK_LIMITS: 'redis', REDIS_URL: 'redis://:s3cret@h:6379/1' }).limits).toBe('redis')
  })

  it('take Temporal’s address as a host and a port, and never show what is none', () => {
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
        /^These settings are not valid:\n {2}TEMPORAL_ADDRESS: write host:port, for example 127\.0\.0\.1:7233$/,
      )
  })

  it('find the same home folder wherever a command is typed', () => {
    expect(readConfig({}).home).toBe(path.resolve(import.meta.dirname, '../.tabletalk'))
    expect(readConfig({ TABLETALK_HOME: 'here' }).home).toBe(path.resolve('here'))
  })

  it('take the word of reverse proxies by address, network or name', () => {
    const { trustedProxies } = readConfig({ TABLETALK_TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,::1' })
    expect(trustedProxies).toEqual(['loopback', '10.0.0.0/8', '::1'])
    expect(() => readConfig({ TABLETALK_TRUSTED_PROXIES: 'everybody' })).toThrow(/TABLETALK_TRUSTED_PROXIES/)
  })

  it('count an empty variable as none', () => {
    expect(readConfig({ PORT: '', OPENAI_BASE_URL: '' })).toEqual(readConfig({}))
  })

  it('switch to a model by its name', () => {
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

  it('say at once what a model cannot be asked without, a key or a package', () => {
    const absent = () => {
      throw Object.assign(new Error('absent'), { code: 'MODULE_NOT_FOUND' })
    }
    const trouble = (env: Record<string, string>) => modelTrouble(readConfig(env))
    expect(trouble({})).toBeUndefined()
    expect(trouble({ TABLETALK_MODEL: 'openai:any', OPENAI_API_KEY: 'k' })).toBeUndefined()
    expect(trouble({ TABLETALK_MODEL: 'any', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' })).toBeUndefined()
    expect(trouble({ TABLETALK_MODEL: 'openai:any' })).toMatch(/^openai:any, which needs OPENAI_API_KEY: /)
    expect(trouble({ TABLETALK_MODEL: 'groq:any' })).toMatch(
      /needs the package @langchain\/groq \(npm install @langchain\/groq\) and GROQ_API_KEY: /,
    )
    expect(trouble({ TABLETALK_MODEL: 'bedrock:any' })).toMatch(/needs the package @langchain\/aws /)
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
