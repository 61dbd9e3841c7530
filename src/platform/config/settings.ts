import { Environment, KEYS } from './environment.ts'

/** Variables that belong to the user rather than to Tabletalk, which looks at them too. */
const OF_THE_USER: ReadonlySet<string> = new Set(['HOME', 'XDG_CACHE_HOME'])

/** The settings that are a secret or may hold one: an address may have a password in it. */
export const SECRETS: readonly string[] = [
  'TABLETALK_SECRET',
  'TABLETALK_SECRET_PREVIOUS',
  'TABLETALK_CODEC_SECRET',
  'MONGODB_URI',
  'REDIS_URL',
  'TABLETALK_DATABASE_URL',
  'TEMPORAL_API_KEY',
  'TABLETALK_MAIL',
  'TABLETALK_STRIPE_KEY',
  'TABLETALK_STRIPE_WEBHOOK_SECRET',
  ...Object.keys(KEYS),
]

/** The variable that names the file in which a secret lies. */
export const fileVariable = (secret: string): string => `${secret}_FILE`

/** A variable of the environment that Tabletalk knows. */
export interface Setting {
  readonly name: string
  /** Where it may lie in a file: the variable that names the file. */
  readonly file: string | undefined
}

/** Every setting, in the order in which mistakes are told. */
export const SETTINGS: readonly Setting[] = Object.keys(Environment.shape)
  .filter((name) => !OF_THE_USER.has(name))
  .map((name) => ({ name, file: SECRETS.includes(name) ? fileVariable(name) : undefined }))
