/** Messages for missing TLS and for rejected certificates: what to do, and nothing about the certificate itself. */
export const NO_TLS =
  'The server does not offer TLS, but sslmode of the address requires it: enable TLS on the server, or use sslmode=prefer in a network that you trust.'

const UNKNOWN =
  'The certificate of the server is signed by an unknown authority. Give the PEM file of this authority with --ca, or use sslmode=require to encrypt without verifying the certificate.'

const EXPIRED = 'The certificate of the server has expired or is not valid yet: renew it on the server.'

const OTHER_HOST =
  'The certificate of the server is for another host: use the host name of the certificate, or sslmode=verify-ca, which checks only the authority.'

/** https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const CODES: ReadonlyMap<string, string> = new Map([
  ...[
    'SELF_SIGNED_CERT_IN_CHAIN',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'CERT_SIGNATURE_FAILURE',
    'CERT_UNTRUSTED',
    'INVALID_CA',
  ].map((code) => [code, UNKNOWN] as const),
  ['CERT_HAS_EXPIRED', EXPIRED],
  ['CERT_NOT_YET_VALID', EXPIRED],
  ['ERR_TLS_CERT_ALTNAME_INVALID', OTHER_HOST],
])

/** Why a certificate was rejected; undefined for other errors. */
export const tlsFailure = (code: string): string | undefined => CODES.get(code)

/** Message when the host answers but no server listens. */
export const NOTHING_LISTENS = 'The database cannot be reached: nothing listens at its host and port.'
