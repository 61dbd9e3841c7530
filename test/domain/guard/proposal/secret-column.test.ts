import { looksSecret, secretNames } from '../../../../src/domain/guard/proposal/secret-column.ts'
import { table } from './schemas.ts'

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')

/** Of WordPress, WooCommerce, Django, Devise, Laravel, Magento, Odoo, Keycloak and Stripe. */
const OF_COMMON_SCHEMAS = words(`
  user_pass user_activation_key post_password consumer_key consumer_secret nonces session_key session_value session_data
  encrypted_password reset_password_token confirmation_token unlock_token otp_secret_key password_digest remember_digest
  remember_token two_factor_secret two_factor_recovery_codes rp_token cc_number_enc cc_cid_enc smtp_pass access_token
  signup_token totp_secret secret_data sk_live stripe_secret_key client_secret sid_token
`)
const IN_OTHER_LANGUAGES = words(`
  mot_de_passe motDePasse mdp contraseña contrasena senha wachtwoord heslo hasło jelszo lösenord şifre Passwörter
  Kennwort Kreditkartennummer numero_tarjeta clave_secreta chiave_privata пароль 用户密码 パスワード
`)
const ABBREVIATED_OR_JOINED = words(`
  pass pass1 pswd hashed_pw pw pw_hash PWHash userpass userPass dbpass md5_pass passwordhash passhash apikey APIKey
  secure_key auth_key csrf key_hash hashes salts card_no cardnumber creditCardNumber cc_no cvv2 iban customer_iban
  bank_account_number access_tokens credit_card creditcard pin_code auth.password connectionString
`)
const OF_BUSINESS = words(`
  pass_count bypass passenger passengers passing_grade season_pass boarding_pass class_pass token_count total_tokens
  prompt_tokens nonce_total hash_tag hashtags salty primary_key product_key order_key date_key customer_key public_key
  commit_hash content_hash file_hash weekly_digest account_number kontonummer bic swift bank_account_id card_type
  credit_limit credit_card_id creditcard_type passes has_password password_changed_at otp_enabled auth_token_expires_at refresh_token_expires_at keyword keywords authors cashier spin opinions basis process address
`)

describe('a column', () => {
  it.each([
    ...['password', 'password_hash', 'PasswordHash', 'userPassword', 'userpassword', 'pwd', 'salt', 'reset_token'],
    ...['accessToken', 'api_key', 'apiKey', 'APIKEY', 'client_secret', 'ssn', 'SSN', 'social_security_number', 'cvv'],
    ...['private_key', 'otp_secret', 'recovery_codes', 'card_number', 'pin', 'credentials', 'session_id'],
    ...OF_COMMON_SCHEMAS,
    ...IN_OTHER_LANGUAGES,
    ...ABBREVIATED_OR_JOINED,
  ])('called %s is hidden', (name) => {
    expect(looksSecret(name)).toBe(true)
  })

  it.each([
    ...['id', 'name', 'email', 'token_count', 'tokens', 'hashtags', 'pinned', 'shipping_city', 'key', 'foreign_key_id'],
    ...['opinion', 'passport', 'compass', 'secretary', 'session_started_at', 'status', 'pass_rate', ''],
    ...OF_BUSINESS,
  ])('called %p is not', (name) => {
    expect(looksSecret(name)).toBe(false)
  })
})

describe('a table that is named after secrets', () => {
  it('hides the columns that hold them, whatever these are called', () => {
    expect(secretNames(table('wc_api_keys: id pk, user_id int, key text, description text'))).toEqual(['key'])
    expect(secretNames(table('authtoken_token: key text, user_id int'))).toEqual(['key'])
    expect(secretNames(table('settings: key text, value text'))).toEqual([])
  })
})
