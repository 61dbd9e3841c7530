/** Formats of password hashes, keys and tokens, in any column. */
const CERTAIN: readonly RegExp[] = [
  // bcrypt, alone or as Django, Spring and WordPress write it
  /^(?:\{bcrypt\}|bcrypt\$|bcrypt_sha256\$|\$wp)?\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}$/,
  // phpass of WordPress and phpBB, Drupal
  /^\$[PH]\$[./A-Za-z0-9]{31}$|^\$S\$[./A-Za-z0-9]{52}$/,
  /^(?:argon2|\{argon2\})?\$argon2(?:id|i|d)\$\S+$/,
  /^\$?pbkdf2[-_:a-z0-9]*\$\S+\$\S+$|^\$?scrypt[:$]\S+\$\S+$|^SCRAM-SHA-(?:1|256)\$\S+$/,
  // crypt(3)
  /^\$(?:1|5|6|7|y|gy|sha1|apr1|md5)\$\S{8,}$/,
  // LDAP
  /^\{(?:S?(?:SHA|SHA256|SHA384|SHA512|MD5)|CRYPT|PBKDF2[-A-Z0-9]*|ARGON2)\}\S{8,}$/i,
  // salted digests of Django and Magento, MySQL's own
  /^(?:md5|sha1|sha256)\$\w*\$[0-9a-f]{32,64}$|^(?:[0-9a-f]{32}|[0-9a-f]{64}):\w{2,}(?::\d+)?$|^\*[0-9A-F]{40}$/,
  // keys of Stripe, GitHub, GitLab, Slack, AWS, Google, SendGrid, Shopify, npm, OpenAI, Anthropic, WooCommerce
  /^(?:[sr]k_(?:live|test)_|whsec_)\w{8,}$/,
  /^(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abeoprs]-[\w-]{10,})$/,
  /^(?:(?:AKIA|ASIA)[0-9A-Z]{16}|AIza[\w-]{35}|ya29\.[\w.-]{20,}|SG\.[\w-]{16,}\.[\w-]{16,})$/,
  /^(?:shp(?:at|ca|pa|ss)_[0-9a-f]{32}|npm_[A-Za-z0-9]{36}|sk-[\w-]{20,}|c[ks]_[0-9a-f]{40})$/,
  // JSON Web Tokens
  /^eyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*){1,3}$/,
  /^-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----/,
  /^otpauth:\/\//,
  // URLs with a password
  /^[a-z][a-z0-9+.-]*:\/\/[^\s:@/]*:[^\s:@/]+@\S+$/i,
]

/** The format of a text: certainly a secret, or a secret if other texts of its column have the format too. */
export type SecretForm = 'certain' | 'digest' | 'card' | 'iban'

export const secretForm = (text: string): SecretForm | undefined => {
  const value = text.trim()
  if (CERTAIN.some((pattern) => pattern.test(value))) return 'certain'
  if (DIGEST.test(value)) return 'digest'
  if (isCardNumber(value)) return 'card'
  return isIban(value) ? 'iban' : undefined
}

/** MD5, SHA-1, SHA-256, SHA-512 */
const DIGEST = /^(?=.*\d)(?=.*[a-f])(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i

/** Visa, Mastercard, American Express, Diners Club, Discover, JCB and UnionPay, by ISO/IEC 7812. */
const CARD =
  /^(?:4\d{12}(?:\d{3}){0,2}|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11,13}|(?:6|35)\d{14,17})$/

const isCardNumber = (value: string): boolean => {
  if (!/^\d[\d -]{11,23}\d$/.test(value)) return false
  const digits = value.replace(/[ -]/g, '')
  if (!CARD.test(digits)) return false
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** ISO 13616: the number written by its letters and digits modulo 97 is 1. */
const isIban = (value: string): boolean => {
  const text = value.replace(/ /g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false
  const digits = [...(text.slice(4) + text.slice(0, 4))].map((character) => Number.parseInt(character, 36)).join('')
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}
