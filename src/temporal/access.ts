/** TLS options of connections to Temporal. */
export interface TemporalTls {
  /** The expected name in the server certificate, if it differs from the address. */
  readonly serverName?: string
  /** CA certificates in PEM; absent: those of the system. */
  readonly authority?: string
  /** The client certificate (mTLS) in PEM. */
  readonly client?: { readonly certificate: string; readonly key: string }
}

export interface TemporalCredentials {
  readonly apiKey?: string | undefined
  /** Undefined: without TLS. */
  readonly tls?: TemporalTls | undefined
}

export interface TemporalAccess extends TemporalCredentials {
  /** `host:port`, or a host. */
  readonly address: string
}

/** The options of the SDK's client and worker connections. */
export const connectionOptions = ({ address, apiKey, tls }: TemporalAccess) => ({
  address,
  ...(apiKey === undefined ? {} : { apiKey }),
  tls: tls === undefined ? false : tlsOptions(tls),
})

const tlsOptions = ({ serverName, authority, client }: TemporalTls) => ({
  ...(serverName === undefined ? {} : { serverNameOverride: serverName }),
  ...(authority === undefined ? {} : { serverRootCACertificate: Buffer.from(authority) }),
  ...(client === undefined
    ? {}
    : { clientCertPair: { crt: Buffer.from(client.certificate), key: Buffer.from(client.key) } }),
})
