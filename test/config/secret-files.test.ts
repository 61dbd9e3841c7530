import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ConfigError, readConfig, SETTINGS } from '../../src/config.ts'

const VALUE = 'sk-0123456789-0123456789-0123456789'

/** Valid values of secrets whose form is not that of a MongoDB address or a key. */
const ADDRESSES: Readonly<Record<string, string>> = { REDIS_URL: 'redis://u:p@h/d', TABLETALK_MAIL: 'smtp://u:p@h' }

let folder: string
const at = (name: string) => path.join(folder, name)
const file = (name: string, content: string | Uint8Array): string => {
  writeFileSync(at(name), content)
  return at(name)
}
/** Messages about invalid settings, one per line. */
const mistakes = (environment: Record<string, string>): string[] => {
  try {
    readConfig(environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const [head, ...lines] = error.message.split('\n')
    expect(head).toBe('Invalid settings:')
    return lines.map((line) => line.trim())
  }
  return []
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tabletalk-secrets-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('Secret in a file', () => {
  const secrets = SETTINGS.flatMap(({ name, file: variable }) => (variable === undefined ? [] : [{ name, variable }]))

  it('is supported for every secret setting and every address with a password', () => {
    const secretNames = SETTINGS.map(({ name }) => name).filter((name) =>
      /SECRET|KEY$|URI$|REDIS_URL|DATABASE_URL|MAIL$/.test(name),
    )
    expect(secrets.map(({ name }) => name).toSorted()).toEqual(secretNames.toSorted())
    expect(secretNames.length).toBeGreaterThan(15)
  })

  it.each(['', '\n', '\r\n'])('has the effect of the variable, without the trailing line break (%j)', (end) => {
    const values = Object.fromEntries(
      secrets.map(({ name }) => [name, ADDRESSES[name] ?? (/_UR[IL]$/.test(name) ? 'mongodb://u:p@h/d' : VALUE)]),
    )
    const asFiles = Object.fromEntries(
      secrets.map(({ name, variable }) => [variable, file(name, `${values[name]}${end}`)]),
    )
    const model = { TABLETALK_MODEL: 'openai:any' }
    const stripe = { TABLETALK_PAYMENTS: 'stripe', TABLETALK_STRIPE_PRICES: 'starter=p' }
    const used = { ...model, ...stripe, TABLETALK_PORTAL_URL: 'https://portal.example' }
    expect(readConfig({ ...used, ...asFiles })).toEqual(readConfig({ ...used, ...values }))
    expect(readConfig({ ...used, ...asFiles })).not.toEqual(readConfig(model))
  })

  it('may be a symbolic link to a link, as Kubernetes mounts it', () => {
    mkdirSync(at('..2026_11_25'))
    file('..2026_11_25/secret', VALUE)
    symlinkSync('..2026_11_25', at('..data'))
    symlinkSync('..data/secret', at('linked'))
    expect(readConfig({ TABLETALK_SECRET_FILE: at('linked') }).secret).toBe(VALUE)
  })

  it('is reported by variable and file, with all other mistakes and without its value, if it is unusable', () => {
    execFileSync('mkfifo', [at('pipe')])
    truncateSync(file('huge', ''), 10 * 1024 ** 3)
    symlinkSync(at('circle'), at('circle'))
    const reported = mistakes({
      TABLETALK_SECRET_FILE: at('nowhere'),
      TABLETALK_SECRET_PREVIOUS_FILE: file('short', 'too-short\n'),
      TABLETALK_CODEC_SECRET_FILE: file('empty', '\n'),
      MONGODB_URI_FILE: '/dev/zero',
      REDIS_URL_FILE: at('pipe'),
      TABLETALK_STREAM: 'redis',
      TABLETALK_DATABASE_URL_FILE: at('huge'),
      OPENAI_API_KEY_FILE: folder,
      ANTHROPIC_API_KEY_FILE: file('bytes', Uint8Array.of(0x66, 0xff)),
      COHERE_API_KEY_FILE: at('circle'),
      GROQ_API_KEY: VALUE,
      GROQ_API_KEY_FILE: file('twice', VALUE),
      MISTRAL_API_KEY_FILE: VALUE,
      XAI_API_KEY_FILE: file('copied', `${VALUE}\n\n`),
      PORT: 'eighty',
    })
    expect(reported.toSorted()).toEqual(
      [
        `TABLETALK_SECRET_FILE: ${at('nowhere')} does not exist`,
        `TABLETALK_SECRET_PREVIOUS_FILE: ${at('short')}: use at least 32 characters`,
        `TABLETALK_CODEC_SECRET_FILE: ${at('empty')} is empty`,
        'MONGODB_URI_FILE: /dev/zero is not a regular file',
        `REDIS_URL_FILE: ${at('pipe')} is not a regular file`,
        `TABLETALK_DATABASE_URL_FILE: ${at('huge')} is larger than 64 KiB`,
        `OPENAI_API_KEY_FILE: ${folder} is a folder; it must be a file`,
        `ANTHROPIC_API_KEY_FILE: ${at('bytes')} is not UTF-8 text`,
        `COHERE_API_KEY_FILE: ${at('circle')} is a circular symbolic link`,
        'GROQ_API_KEY_FILE: GROQ_API_KEY is set too; set only one of the two',
        'MISTRAL_API_KEY_FILE: use an absolute path, for example /run/secrets/name',
        `XAI_API_KEY_FILE: ${at('copied')}: must not contain spaces or line breaks`,
        'PORT: must be a number',
      ].toSorted(),
    )
    expect(reported.join('\n')).not.toMatch(/sk-|too-short|eighty/)
  })

  it('is reported as unreadable if the process lacks permission', () => {
    const secret = file('private', VALUE)
    chmodSync(secret, 0)
    chmodSync(folder, 0o755)
    // Changes the user after loading, since another user may not be able to enter this folder.
    const script = `import { readSettingFile } from ${JSON.stringify(path.resolve('src/platform/config/read-setting-file.ts'))}
      if (process.getuid?.() === 0) process.setuid(65_534)
      try { readSettingFile(process.argv[1]) } catch (error) { console.log(error.message) }`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script, secret], {
      encoding: 'utf8',
    })
    expect(output).toBe(`${secret} is not readable by the user of this process\n`)
  })

  it('is unset if its variable is empty, as compose files pass it on', () => {
    expect(readConfig({ TABLETALK_SECRET_FILE: '', TABLETALK_SECRET: VALUE }).secret).toBe(VALUE)
    expect(readConfig({ TABLETALK_SECRET_FILE: file('given', VALUE), TABLETALK_SECRET: '' }).secret).toBe(VALUE)
  })
})
