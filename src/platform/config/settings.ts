import { Environment, PROVIDER_KEYS } from './environment.ts'

/** Standard variables of the user that Tabletalk also reads. */
const USER_VARIABLES: ReadonlySet<string> = new Set(['HOME', 'XDG_CACHE_HOME'])

/** Settings that are or may contain a secret, such as a password in a URL. */
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
  ...Object.keys(PROVIDER_KEYS),
]

/** The variable with the path of the file of a secret. */
export const fileVariable = (secret: string): string => `${secret}_FILE`

/** An environment variable of Tabletalk. */
export interface Setting {
  readonly name: string
  /** The variable with the path of its file; undefined if it is not a secret. */
  readonly file: string | undefined
}

/** All settings, in the order in which mistakes are reported. */
export const SETTINGS: readonly Setting[] = Object.keys(Environment.shape)
  .filter((name) => !USER_VARIABLES.has(name))
  .map((name) => ({ name, file: SECRETS.includes(name) ? fileVariable(name) : undefined }))
