import type { TemporalCredentials, TemporalTls } from '../../temporal/access.ts'
import { isKeyOfCertificate, readCertificates, readPrivateKey } from './certificates.ts'
import type { Env } from './environment.ts'
import { SettingFileUnusable } from './read-setting-file.ts'
import type { SettingMistake } from './secret-files.ts'

interface ReadCredentials {
  readonly credentials: TemporalCredentials
  readonly mistakes: readonly SettingMistake[]
}

const FILES = [
  'TEMPORAL_TLS_CLIENT_CERT_PATH',
  'TEMPORAL_TLS_CLIENT_KEY_PATH',
  'TEMPORAL_TLS_SERVER_CA_CERT_PATH',
] as const
type FileSetting = (typeof FILES)[number]

/**
 * The credentials for `TEMPORAL_ADDRESS`; the settings have the names of Temporal's own tools. An API key or a certificate implies
 * TLS. Ignored for a local Temporal, which needs no credentials.
 */
export const temporalCredentials = (env: Env): ReadCredentials => {
  if (env.TEMPORAL_ADDRESS === undefined) return { credentials: {}, mistakes: [] }
  const { TEMPORAL_TLS: tlsEnabled, TEMPORAL_TLS_SERVER_NAME: serverName, TEMPORAL_API_KEY: apiKey } = env
  const tlsSettings = [...FILES, 'TEMPORAL_TLS_SERVER_NAME' as const].filter((name) => env[name] !== undefined)
  if (tlsEnabled === false && tlsSettings.length > 0)
    return {
      credentials: {},
      mistakes: tlsSettings.map((setting) => ({ setting, message: 'cannot be combined with TEMPORAL_TLS=false' })),
    }
  const { pem, mistakes } = readFiles(env)
  const { TEMPORAL_TLS_CLIENT_CERT_PATH: certificate, TEMPORAL_TLS_CLIENT_KEY_PATH: key } = pem
  const authority = pem.TEMPORAL_TLS_SERVER_CA_CERT_PATH
  const tls: TemporalTls = {
    ...(serverName === undefined ? {} : { serverName }),
    ...(authority === undefined ? {} : { authority }),
    ...(certificate === undefined || key === undefined ? {} : { client: { certificate, key } }),
  }
  const isTls = tlsEnabled ?? (tlsSettings.length > 0 || apiKey !== undefined)
  return { credentials: { apiKey, tls: isTls ? tls : undefined }, mistakes: [...mistakes, ...pairMistakes(env, pem)] }
}

type Pem = { readonly [Name in FileSetting]?: string }

const readFiles = (env: Env): { readonly pem: Pem; readonly mistakes: readonly SettingMistake[] } => {
  const pem: { [Name in FileSetting]?: string } = {}
  const mistakes: SettingMistake[] = []
  for (const setting of FILES) {
    const file = env[setting]
    if (file === undefined) continue
    try {
      pem[setting] = setting === 'TEMPORAL_TLS_CLIENT_KEY_PATH' ? readPrivateKey(file) : readCertificates(file)
    } catch (error) {
      if (!(error instanceof SettingFileUnusable)) throw error
      mistakes.push({ setting, message: error.message })
    }
  }
  return { pem, mistakes }
}

const pairMistakes = (env: Env, pem: Pem): SettingMistake[] => {
  const [certificate, key] = ['TEMPORAL_TLS_CLIENT_CERT_PATH', 'TEMPORAL_TLS_CLIENT_KEY_PATH'] as const
  if (env[certificate] !== undefined && env[key] === undefined)
    return [{ setting: key, message: `is required by ${certificate}` }]
  if (env[key] !== undefined && env[certificate] === undefined)
    return [{ setting: certificate, message: `is required by ${key}` }]
  const [certificatePem, keyPem] = [pem[certificate], pem[key]]
  if (certificatePem === undefined || keyPem === undefined || isKeyOfCertificate(certificatePem, keyPem)) return []
  return [{ setting: key, message: `${env[key]} does not match the certificate in ${env[certificate]}` }]
}
