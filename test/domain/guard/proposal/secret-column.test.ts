import { looksSecret, secretNames } from '../../../../src/guard/proposal/secret-column.ts'
import { table } from './schemas.ts'

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')

/** Column names of WordPress, WooCommerce, Django, Devise, Laravel, Magento, Odoo, Keycloak and Stripe. */
const COMMON_SCHEMA_SECRETS = words(`
  user_pass user_activation_key post_password consumer_key consumer_secret nonces session_key session_value session_data
  encrypted_password reset_password_token confirmation_token unlock_token otp_secret_key password_digest remember_digest
  remember_token two_factor_secret two_factor_recovery_codes rp_token cc_number_enc cc_cid_enc smtp_pass access_token
  signup_token totp_secret secret_data sk_live stripe_secret_key client_secret sid_token
`)
const SECRETS_IN_OTHER_LANGUAGES = words(`
  mot_de_passe motDePasse mdp contraseña contrasena senha wachtwoord heslo hasło jelszo lösenord şifre Passwörter
  Kennwort Kreditkartennummer numero_tarjeta clave_secreta chiave_privata пароль 用户密码 パスワード
`)
const ABBREVIATED_OR_JOINED_SECRETS = words(`
  pass pass1 pswd hashed_pw pw pw_hash PWHash userpass userPass dbpass md5_pass passwordhash passhash apikey APIKey
  secure_key auth_key csrf key_hash hashes salts card_no cardnumber creditCardNumber cc_no cvv2 iban customer_iban
  bank_account_number access_tokens credit_card creditcard pin_code auth.password connectionString
`)
const BUSINESS_TERMS = words(`
  pass_count bypass passenger passengers passing_grade season_pass boarding_pass class_pass token_count total_tokens
  prompt_tokens nonce_total hash_tag hashtags salty primary_key product_key order_key date_key customer_key public_key
  commit_hash content_hash file_hash weekly_digest account_number kontonummer bic swift bank_account_id card_type
  credit_limit credit_card_id creditcard_type passes has_password password_changed_at otp_enabled auth_token_expires_at refresh_token_expires_at keyword keywords authors cashier spin opinions basis process address
`)

const FURTHER_SECRETS = words(`
  token_encrypted access_token_encrypted token_new token_current SecurityStamp auth_code authorization_code oauth_verifier
  sms_code one_time_code confirm_code confirmation_code private_pem pem keystore tls_key ssl_key cert_key kms_key client_key
  psk tls_psk wpa_key stripe_sk service_account_json mnemonic wallet_seed mfa_seed privatetoken user_actkey otep encpwd
  security_question_answer mothers_maiden_name auth_header authorization токен секретный_ключ llave_privada acc_number
  sanitized_acc_number routing_number national_id dni cpf passport_number sesskey aes_key billing.card.number card_no
  secret_santa_password
  credit_card_number gift_card_number access_code stream_key
`)
const FURTHER_BUSINESS_TERMS = words(`
  loyalty_card_number library_card_no sim_card_number report_card_number score_card_number medical_card_number nft_token
  sea_salt map_pin tie_pin otp_rate member_pass customer_pass employee_pass ski_pass season_pass secret_santa secret_santa_id
  password_policy password_strength token_type secret_level iban_country password_resets api_key_id session_id token_size
  pre_authorization payment_authorization
`)

describe('looksSecret', () => {
  it.each([
    ...['password', 'password_hash', 'PasswordHash', 'userPassword', 'userpassword', 'pwd', 'salt', 'reset_token'],
    ...['accessToken', 'api_key', 'apiKey', 'APIKEY', 'client_secret', 'ssn', 'SSN', 'social_security_number', 'cvv'],
    ...['private_key', 'otp_secret', 'recovery_codes', 'card_number', 'pin', 'credentials'],
    ...COMMON_SCHEMA_SECRETS,
    ...SECRETS_IN_OTHER_LANGUAGES,
    ...ABBREVIATED_OR_JOINED_SECRETS,
    ...FURTHER_SECRETS,
  ])('is true for %s', (name) => {
    expect(looksSecret(name)).toBe(true)
  })

  it.each([
    ...['id', 'name', 'email', 'token_count', 'tokens', 'hashtags', 'pinned', 'shipping_city', 'key', 'foreign_key_id'],
    ...['opinion', 'passport', 'compass', 'secretary', 'session_started_at', 'status', 'pass_rate', ''],
    ...BUSINESS_TERMS,
    ...FURTHER_BUSINESS_TERMS,
  ])('is false for %p', (name) => {
    expect(looksSecret(name)).toBe(false)
  })
})

describe('Key column with a secret name', () => {
  it('is not secret if the key is declared', () => {
    expect(
      secretNames(table('enrolments: id pk, session_id int -> class_sessions.id, otp_pin int -> pins.pin')),
    ).toEqual([])
    expect(secretNames({ ...table('pins: pin int, label text'), primaryKey: ['pin'] })).toEqual([])
    expect(secretNames({ ...table('sessions: session_id int, at text'), primaryKey: ['session_id'] })).toEqual([])
  })

  it('is secret if its text is a credential', () => {
    const django = { ...table('django_session: session_key text, at text'), primaryKey: ['session_key'] }
    expect(secretNames(django)).toEqual(['session_key'])
    expect(secretNames(table('views: session_key text -> django_session.session_key'))).toEqual(['session_key'])
    expect(secretNames({ ...table('authtoken_token: key text'), primaryKey: ['key'] })).toEqual(['key'])
  })
})

describe('Session table', () => {
  it('hides session ids, which other tables do not', () => {
    expect(secretNames(table('user_sessions: id pk, session_id text, sid text'))).toEqual(['session_id', 'sid'])
    expect(secretNames(table('sessions: id pk, sess_id text, sessionid text, sesskey text'))).toEqual([
      ...['sess_id', 'sessionid', 'sesskey'],
    ])
    expect(secretNames(table('class_sessions: id pk, session_id text'))).toEqual([])
    expect(secretNames(table('events: id pk, session_id text, sid text'))).toEqual([])
  })
})

describe('Ambiguous column name', () => {
  it('is secret only next to login or payment columns', () => {
    expect(secretNames(table('addresses: id pk, user_id int, city text, pin_code text, pincode text'))).toEqual([])
    expect(secretNames(table('cards: id pk, pin_code text'))).toEqual(['pin_code'])
    expect(secretNames(table('stocks: id pk, security_code text, price int'))).toEqual([])
    expect(secretNames(table('payments: id pk, card_type text, security_code text'))).toEqual(['security_code'])
    expect(secretNames(table('recipes: id pk, salt text, cookie text'))).toEqual([])
    expect(secretNames(table('people: id pk, salt text, hash text'))).toEqual(['salt', 'hash'])
    expect(secretNames(table('recipes: id pk, password_salt text'))).toEqual(['password_salt'])
  })
})

describe('Table named after secrets', () => {
  it('hides its value columns of any name', () => {
    expect(secretNames(table('wc_api_keys: id pk, user_id int, key text, description text'))).toEqual(['key'])
    expect(secretNames(table('authtoken_token: key text, user_id int'))).toEqual(['key'])
    expect(secretNames(table('settings: key text, value text'))).toEqual([])
  })
})
