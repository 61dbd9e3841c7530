/** What a Temporal is spoken to with, over TLS. */
export interface TemporalTls {
  /** The name that its certificate must bear, where that is another than the address has. */
  readonly serverName?: string
  /** Certificates, in PEM, of whoever may have signed its own; absent: whom the system trusts. */
  readonly authority?: string
  /** By which we prove who we are, in PEM. */
  readonly client?: { readonly certificate: string; readonly key: string }
}

/** How a Temporal is spoken to. */
export interface TemporalCredentials {
  readonly apiKey?: string | undefined
  /** Undefined: without TLS. */
  readonly tls?: TemporalTls | undefined
}

/** Where a Temporal is, and how it is spoken to. */
export interface TemporalAccess extends TemporalCredentials {
  /** `host:port`, or a host. */
  readonly address: string
}

/** The same in the words of the SDK, whose two kinds of connections share them. */
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
