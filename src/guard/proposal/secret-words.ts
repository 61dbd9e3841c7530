const split = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')

/** Words that mark a secret anywhere in a name, singular, without accents. */
export const SECRET_WORDS: ReadonlySet<string> = new Set(
  split(`
    password passwd passwort passworter kennwort psswd pswd pwd passphrase passcode passkey
    mdp motdepasse contrasena contrasenia senha palavrapasse wachtwoord heslo haslo jelszo salasana losenord passord
    adgangskode sifre lozinka zaporka geslo slaptazodis parool пароль
    secret geheimnis geheimzahl geheimcode secreto secreta secrete segreto segreta segredo секрет
    credential zugangsdaten apikey privatekey secretkey connectionstring ciphertext dsn csrf xsrf
    otp totp hotp ssn sozialversicherungsnummer iban
    cvv cvc cvn kreditkartennummer kartennummer pincode
    sesskey privatetoken actkey otep encpwd keystore mnemonic psk dni cpf токен
  `),
)

/** Words that mark a secret at the end of a name, singular: `reset_token` is a secret, `token_count` is not. */
export const SECRET_ENDINGS: ReadonlySet<string> = new Set(
  split('pw hash salt token nonce pin digest jwt cookie parola creditcard kreditkarte tarjeta pem'),
)

/** Plurals of countable things: tokens of a model, pins of a map, passes of a team. */
export const COUNTABLE_PLURALS: ReadonlySet<string> = new Set(['tokens', 'pins', 'cookies', 'passes', 'tarjetas'])

/** First and last words of names that describe secrets without holding them: `has_password`, `password_changed_at`. */
export const ABOUT_BEGINNINGS: ReadonlySet<string> = new Set(['is', 'has'])
export const ABOUT_ENDINGS: ReadonlySet<string> = new Set(
  split('at count enabled required expires expiry attempts resets id type policy strength rate size level country'),
)

/** Words before `tokens` that mark a secret nevertheless. */
export const TOKEN_KINDS: ReadonlySet<string> = new Set(
  split('access auth oauth api refresh session reset login device push user bearer csrf'),
)

/** Two words that end the name of a secret: `credit_card` is one, `credit_card_type` is not. */
export const ENDING_PAIRS: ReadonlySet<string> = new Set(['credit card', 'debit card', 'bank account'])

/** Words before `hash` or `digest` that mark public values. */
export const PUBLIC_DIGESTS: ReadonlySet<string> = new Set(
  split(`commit git tree blob file content image photo block tx transaction row page geo object schema query url link
    email mail weekly daily monthly news`),
)

/** Harmless pairs with token, pin, salt or secret. */
export const HARMLESS_PAIRS: ReadonlySet<string> = new Set(
  `nft token,erc token,design token,governance token,utility token,
  map pin,tie pin,hair pin,lapel pin,bowling pin,rolling pin,safety pin,enamel pin,firing pin,cotter pin,gpio pin,
  sea salt,rock salt,table salt,kosher salt,himalayan salt,bath salt,road salt,
  secret santa,secret shopper,secret menu`
    .split(',')
    .map((pair) => pair.trim()),
)

/** Words before `card` that mark payment cards; numbers of loyalty or library cards are harmless. */
export const CARD_KINDS: ReadonlySet<string> = new Set(
  split('credit debit bank cc payment pay gift visa mastercard amex enc encrypted hashed customer user my'),
)

/** Words before `authorization` that mark an HTTP header rather than a permit. */
export const HEADER_KINDS: ReadonlySet<string> = new Set(split('http https header proxy api bearer basic request'))

/** Words in names of tables and columns that indicate logins or payments. */
export const LOGIN_TABLES: ReadonlySet<string> = new Set(split('user usr login credential auth account session admin'))
export const LOGIN_WORDS: ReadonlySet<string> = new Set(split('login username password passwd pwd hash digest otp mfa'))
export const CARD_WORDS: ReadonlySet<string> = new Set(split('card cc creditcard debitcard cvv cvc cardholder atm'))

/** Words before `sessions` that mark login sessions: `class_sessions` is something else. */
export const SESSION_KINDS: ReadonlySet<string> = new Set(
  split(`user usr auth login web http php ci django laravel express rails admin account member customer client app api sso
    oauth device browser active portal site shop store db`),
)

/** Columns that grant access if their table holds login sessions. */
export const SESSION_KEY_COLUMNS: ReadonlySet<string> = new Set([
  'sid',
  'sess id',
  'session id',
  'sessionid',
  'sesskey',
])

/** Words before `pass` that mark a password rather than a ski pass or a passed test. */
export const PASS_OWNERS: ReadonlySet<string> = new Set(
  split(`user usr u login db database sql admin root account acct client host server proxy
    mail email smtp imap pop ftp sftp ssh web wifi wlan http auth wp my old new temp tmp plain enc encrypted hashed crypt
    hash md sha`),
)

/** Word sequences that mark a secret. */
export const SECRET_PHRASES: readonly string[] = `
  api key,private key,access key,secret key,encryption key,signing key,session key,license key,licence key,auth key,
  authentication key,activation key,consumer key,secure key,recovery key,reset key,master key,stream key,deploy key,ssh key,
  hmac key,aes key,shared key,cipher key,crypt key,webhook key,app key,live key,sk live,sk test,rk live,
  recovery code,backup code,pin code,security code,activation code,verification code,reset code,login code,access code,
  scratch code,code verifier,security answer,social security,social insurance,
  pass word,pass wd,pass phrase,pass code,pass key,pass hash,pass salt,pass md,pass sha,pass enc,pass crypt,pw reset,
  mot de passe,mot passe,palavra passe,clave privada,clave api,clave acceso,clave de acceso,clave usuario,usuario clave,
  cle api,cle privee,chave privada,chave api,chiave privata,chiave api,klucz prywatny,klucz api,api schlussel,
  cc number,cc num,cc no,cc nr,cc cid,pan number,numero tarjeta,
  numero de tarjeta,numero carte,numero de carte,carte bancaire,carte credit,carta credito,carta di credito,cartao credito,
  cartao de credito,bank account number,bank account no,bank account nr,
  token hash,token value,token encrypted,token enc,token new,token current,token old,token plain,token raw,
  security stamp,auth code,authorization code,oauth verifier,sms code,one time code,confirm code,confirmation code,
  private pem,tls key,ssl key,cert key,certificate key,kms key,client key,wpa key,wifi key,stripe sk,service account json,
  wallet seed,mfa seed,otp seed,security question answer,mothers maiden name,mother maiden name,auth header,
  acc number,routing number,passport number,passport no,passport nr,
  llave privada,llave api,llave acceso,llave de acceso,ключ доступа,ключ api,api ключ,приватный ключ,секретный ключ,закрытый ключ,
  session data,session value,session cookie,connection string,database url,webhook url,magic link,reset link,
  seed phrase
`
  .split(',')
  .map((phrase) => phrase.trim())

/** Word sequences that mark a secret although they end like a reference. */
export const ID_PHRASES: readonly string[] = ['national id', 'citizen id']

/** Compound words: `userpass`, `passwordhash`, `accesstoken`, `cardno`. */
export const COMPOUND_WORDS: readonly RegExp[] = [
  /(?:password|passwd|passwort|kennwort|passphrase|contrasena|wachtwoord|apikey|apisecret|clientsecret)$/,
  /^(?:pass|password|passwd|passwort|pswd|pwd|pw)(?:hash|salt|md5|sha|enc|crypt|digest|key|token|code|word|wd)$/,
  /^(?:user|usr|db|my|login|admin|mail|email|smtp|ftp|root|wifi|auth|acct|account|member|customer|client|wp|hashed?)(?:pass|pwd|pswd|pw)$/,
  /^(?:api|access|auth|private|secret|encryption|signing|session|license|activation|consumer|secure)key$/,
  /^(?:access|auth|oauth|api|refresh|session|reset|login|device|user|bearer|csrf|xsrf|remember|activation|secret)token$/,
  /^(?:credit|debit|bank)?(?:card|cc)(?:number|num|no|nr)$/,
  /^secret(?:key|token|code|hash|answer)$/,
  /密码|密碼|パスワード|暗証番号|비밀번호|كلمةالمرور/,
]

/** Columns that hold what their table is named after: `api_keys.key`, `secrets.value`. */
export const COLUMNS_NAMED_BY_TABLE: ReadonlySet<string> = new Set(['key', 'value', 'code'])
