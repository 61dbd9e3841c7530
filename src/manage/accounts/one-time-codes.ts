import { createHmac, randomInt } from 'node:crypto'

/** Of the authenticator apps (RFC 6238): six digits, thirty seconds. */
const CODE = /^\d{6}$/
/** One step early or late: clocks of phones differ. */
const TOLERANCE_S = 30

const ISSUER = 'Tabletalk'

/** A secret for an authenticator app, and its `otpauth:` address. */
export interface AppSecret {
  readonly secret: string
  /** `otpauth://totp/…`, to be shown as a QR code. */
  readonly uri: string
}

/** @param label what the app shows: the e-mail address */
export const newAppSecret = async (label: string): Promise<AppSecret> => {
  const { generateSecret, generateURI } = await import('otplib')
  const secret = generateSecret()
  return { secret, uri: generateURI({ issuer: ISSUER, label, secret }) }
}

/** The step of a code that is right at this moment and later than all that were taken; undefined for any other. */
export const stepOf = async (
  { secret, lastStep }: { readonly secret: string | undefined; readonly lastStep: number },
  code: string,
): Promise<number | undefined> => {
  if (secret === undefined || !CODE.test(code)) return undefined
  const { verify } = await import('otplib')
  // Of a factor that was never used there is no step yet.
  const after = lastStep > 0 ? { afterTimeStep: lastStep } : {}
  const found = await verify({ secret, token: code, epochTolerance: TOLERANCE_S, ...after })
  return found.valid && 'timeStep' in found ? found.timeStep : undefined
}

/** No 0, 1, i, l, o: they are read from paper. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
const RECOVERY = /^([2-9a-hjkmnp-z]{5})([2-9a-hjkmnp-z]{5})$/
const RECOVERY_CODES = 10

/** Codes that work once each, for who has lost the app: 49 bits, and attempts are slowed down. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: RECOVERY_CODES }, () => `${letters(5)}-${letters(5)}`)

const letters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')

/** Separators that users and clipboards insert: spaces, dashes of any kind, invisible characters. */
const SEPARATORS = /[\s\p{Pd}\p{Cf}\u2212]/gu

/** A code, however it was typed or copied. */
export const withoutSeparators = (code: string): string => code.normalize('NFKC').replaceAll(SEPARATORS, '')

/** A recovery code as it is kept; undefined for what is none. @param key of the installation */
export const recoveryDigest = (code: string, key: Uint8Array): string | undefined => {
  const [, first, second] = RECOVERY.exec(withoutSeparators(code).toLowerCase()) ?? []
  if (first === undefined) return undefined
  return createHmac('sha256', key).update(`recovery ${first}-${second}`).digest('base64url')
}
