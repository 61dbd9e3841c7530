import { type Config, ConfigError } from '../../config.ts'
import { readSecret } from '../../local/home/home.ts'
import { readRuntime } from '../../local/home/runtime-file.ts'

export interface StoreLocation {
  readonly mongoUri: string
  readonly secret: string
  /** Whether it is the store of the service that runs with this home folder. */
  readonly isLocal: boolean
  /** URL of the API, if known. */
  readonly baseUrl: string | undefined
  /** Address of Temporal, if known. */
  readonly temporalAddress: string | undefined
}

/**
 * Locates the store for a command: by the environment, otherwise by `runtime.json` of the home folder.
 *
 * @throws ConfigError with instructions to start a service
 */
export const locateStore = async ({ home, mongoUri, secret, temporal }: Config): Promise<StoreLocation> => {
  const [running, storedSecret] = await Promise.all([readRuntime(home), readSecret(home)])
  const settings = { mongoUri: mongoUri ?? running?.mongodb_uri, secret: secret ?? storedSecret }
  const isLocal = settings.mongoUri !== undefined && settings.mongoUri === running?.mongodb_uri
  const temporalAddress = temporal.address ?? (isLocal ? running?.temporal_address : undefined)
  if (settings.mongoUri !== undefined && settings.secret !== undefined)
    return {
      mongoUri: settings.mongoUri,
      secret: settings.secret,
      isLocal,
      baseUrl: running?.base_url,
      temporalAddress,
    }
  const missing = settings.mongoUri === undefined ? 'No running service was found.' : 'TABLETALK_SECRET is not set.'
  throw new ConfigError(
    `${missing} Start one in another terminal with: npm start\nTo use a service on another host, set MONGODB_URI and TABLETALK_SECRET (or MONGODB_URI_FILE and TABLETALK_SECRET_FILE) to its values.`,
  )
}
