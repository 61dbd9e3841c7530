import { createHmac, randomInt } from 'node:crypto'

/** Codes of authenticator apps (RFC 6238): six digits, 30 s steps. */
const CODE = /^\d{6}$/
/** One step early or late, because clocks of phones differ. */
const TOLERANCE_S = 30

const ISSUER = 'Tabletalk'

/** A secret for an authenticator app, and the URI that transfers it. */
interface AppSecret {
  readonly secret: string
  /** `otpauth://totp/…`, to be shown as a QR code. */
  readonly uri: string
}

/** @param label shown by the app: the email address */
export const newAppSecret = async (label: string): Promise<AppSecret> => {
  const { generateSecret, generateURI } = await import('otplib')
  const secret = generateSecret()
  return { secret, uri: generateURI({ issuer: ISSUER, label, secret }) }
}

/** The time step of a code that is valid now and later than every accepted code; otherwise undefined. */
export const acceptedTimeStep = async (
  { secret, lastStep }: { readonly secret: string | undefined; readonly lastStep: number },
  code: string,
): Promise<number | undefined> => {
  if (secret === undefined || !CODE.test(code)) return undefined
  const { verify } = await import('otplib')
  // A factor that was never used has no last step.
  const after = lastStep > 0 ? { afterTimeStep: lastStep } : {}
  const found = await verify({ secret, token: code, epochTolerance: TOLERANCE_S, ...after })
  return found.valid && 'timeStep' in found ? found.timeStep : undefined
}

/** Without 0, 1, i, l and o, which are easily confused on paper. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
const RECOVERY = /^([2-9a-hjkmnp-z]{5})([2-9a-hjkmnp-z]{5})$/
const RECOVERY_CODES = 10

/** Single-use codes for a lost app: 49 bits each, and attempts are throttled. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: RECOVERY_CODES }, () => `${letters(5)}-${letters(5)}`)

const letters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')

/** Separators added by typing or copying: spaces, dashes of any kind, invisible characters. */
const SEPARATORS = /[\s\p{Pd}\p{Cf}\u2212]/gu

export const withoutSeparators = (code: string): string => code.normalize('NFKC').replaceAll(SEPARATORS, '')

/** The stored digest of a recovery code; undefined if the text is not one. @param key of the installation */
export const recoveryDigest = (code: string, key: Uint8Array): string | undefined => {
  const [, first, second] = RECOVERY.exec(withoutSeparators(code).toLowerCase()) ?? []
  if (first === undefined) return undefined
  return createHmac('sha256', key).update(`recovery ${first}-${second}`).digest('base64url')
}
