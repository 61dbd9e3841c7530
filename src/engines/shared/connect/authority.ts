import { X509Certificate } from 'node:crypto'
import { invalidAddress } from './address-parts.ts'

/** A chain has two or three certificates of 2,000 to 3,000 characters each. */
const LENGTH_MAX = 100_000

/**
 * The CA certificates in the option `sslrootcert` of an address, as PEM. Paths are not accepted: the address is used
 * where the file does not exist.
 *
 * @throws Problem `database_unreachable`
 */
export const parseAuthority = (option: string): string => {
  const pem = /^[\w-]+$/.test(option) && option.length <= LENGTH_MAX ? Buffer.from(option, 'base64url').toString() : ''
  if (isAuthority(pem)) return pem
  throw invalidAddress(
    'sslrootcert contains the certificate of an authority itself. Pass its PEM file with --ca instead.',
  )
}

/** Adds CA certificates to an address. @throws RangeError if the text contains none */
export const withAuthority = (address: string, pem: string): string => {
  const certificates = certificatesIn(pem)
  if (certificates === undefined) throw new RangeError('no certificate')
  const option = `sslrootcert=${Buffer.from(certificates).toString('base64url')}`
  return `${address}${address.includes('?') ? '&' : '?'}${option}`
}

const BLOCK = /-----BEGIN CERTIFICATE-----[\w+/=\s]{1,20000}-----END CERTIFICATE-----/g

/** The certificates of a PEM file without keys and other content; undefined if one is invalid. */
const certificatesIn = (pem: string): string | undefined => {
  const blocks = pem.slice(0, LENGTH_MAX).match(BLOCK) ?? []
  const isWhole = blocks.length > 0 && blocks.every(isCertificate)
  return isWhole ? `${blocks.join('\n')}\n` : undefined
}

const isAuthority = (pem: string): boolean => certificatesIn(pem) === pem

const isCertificate = (block: string): boolean => {
  try {
    return new X509Certificate(block).raw.length > 0
  } catch {
    return false
  }
}
