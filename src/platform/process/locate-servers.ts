import type { Config } from '../../config.ts'
import { ConfigError, SETTINGS } from '../../config.ts'
import { readSecret } from '../../local/home/home.ts'
import { readRuntime } from '../../local/home/runtime-file.ts'

interface ServerAddresses {
  readonly temporalAddress: string
  readonly mongoUri: string
  readonly secret: string
  readonly temporalUi: string | undefined
}

/**
 * Locates the servers for a process that starts none: by the environment, otherwise by `runtime.json` of the home folder.
 * @throws ConfigError with all missing variables
 */
export const locateServers = async (config: Config): Promise<ServerAddresses> => {
  const [running, storedSecret] = await Promise.all([readRuntime(config.home), readSecret(config.home)])
  const temporalAddress = config.temporal.address ?? running?.temporal_address
  const mongoUri = config.mongoUri ?? running?.mongodb_uri
  const secret = config.secret ?? storedSecret
  if (temporalAddress !== undefined && mongoUri !== undefined && secret !== undefined)
    return { temporalAddress, mongoUri, secret, temporalUi: config.temporal.ui ?? running?.temporal_ui }
  const missing = Object.entries({ TEMPORAL_ADDRESS: temporalAddress, MONGODB_URI: mongoUri, TABLETALK_SECRET: secret })
    .filter(([, value]) => value === undefined)
    .map(([name]) => name)
  const files = SETTINGS.flatMap(({ name, file }) => (file !== undefined && missing.includes(name) ? [file] : []))
  const inFiles = files.length === 0 ? '' : ` (or files with their values: ${files.join(', ')})`
  throw new ConfigError(
    `Set ${missing.join(', ')}${inFiles}, or run \`npx tabletalk servers\` with the same TABLETALK_HOME.`,
  )
}
