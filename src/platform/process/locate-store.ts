import { type Config, ConfigError } from '../../config.ts'
import { readSecret } from '../../local/home/home.ts'
import { readRuntime } from '../../local/home/runtime-file.ts'

export interface StorePlace {
  readonly mongoUri: string
  readonly secret: string
  /** Whether it is the store of a service that runs with the home folder here. */
  readonly isLocal: boolean
  /** Where the API is, as far as anybody here knows. */
  readonly baseUrl: string | undefined
  /** Where Temporal is, as far as anybody here knows. */
  readonly temporalAddress: string | undefined
}

/**
 * Where the store is, for a command: the environment, else what runs with the home folder.
 *
 * @throws ConfigError that says how to start a service
 */
export const locateStore = async ({ home, mongoUri, secret, temporal }: Config): Promise<StorePlace> => {
  const [running, kept] = await Promise.all([readRuntime(home), readSecret(home)])
  const place = { mongoUri: mongoUri ?? running?.mongodb_uri, secret: secret ?? kept }
  const isLocal = place.mongoUri !== undefined && place.mongoUri === running?.mongodb_uri
  const temporalAddress = temporal.address ?? (isLocal ? running?.temporal_address : undefined)
  if (place.mongoUri !== undefined && place.secret !== undefined)
    return { mongoUri: place.mongoUri, secret: place.secret, isLocal, baseUrl: running?.base_url, temporalAddress }
  const missing = place.mongoUri === undefined ? 'No running service was found.' : 'TABLETALK_SECRET is not set.'
  throw new ConfigError(
    `${missing} Start one in another terminal with: npm start\nTo use a service on another host, set MONGODB_URI and TABLETALK_SECRET (or MONGODB_URI_FILE and TABLETALK_SECRET_FILE) to its values.`,
  )
}
