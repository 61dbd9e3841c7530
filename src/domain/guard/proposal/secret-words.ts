const split = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')

/** Words that make a column a secret wherever they stand, singular; without accents. */
export const SECRET_WORDS: ReadonlySet<string> = new Set(
  split(`
    password passwd passwort passworter kennwort psswd pswd pwd passphrase passcode passkey
    mdp motdepasse contrasena contrasenia senha palavrapasse wachtwoord heslo haslo jelszo salasana losenord passord
    adgangskode sifre lozinka zaporka geslo slaptazodis parool пароль
    secret geheimnis geheimzahl geheimcode secreto secreta secrete segreto segreta segredo секрет
    credential zugangsdaten apikey privatekey secretkey connectionstring ciphertext dsn csrf xsrf
    otp totp hotp ssn sozialversicherungsnummer iban
    cvv cvc cvn kreditkartennummer kartennummer pincode
  `),
)

/** Words that make it one at the end of a name, singular: `reset_token` is a secret, `token_count` is not. */
export const SECRET_ENDINGS: ReadonlySet<string> = new Set(
  split('pw hash salt token nonce pin digest jwt cookie parola creditcard kreditkarte tarjeta'),
)

/** Plurals that count something else: tokens of a model, pins of a map, passes of a team. */
export const COUNTED: ReadonlySet<string> = new Set(['tokens', 'pins', 'cookies', 'passes', 'tarjetas'])

/** Words that begin and end the name of what is said about a secret: `has_password`, `password_changed_at`. */
export const ABOUT_BEGINNINGS: ReadonlySet<string> = new Set(['is', 'has'])
export const ABOUT_ENDINGS: ReadonlySet<string> = new Set(split('at count enabled required expires expiry attempts'))

/** Words before `tokens` that make these secrets all the same. */
export const TOKEN_KINDS: ReadonlySet<string> = new Set(
  split('access auth oauth api refresh session reset login device push user bearer csrf'),
)

/** Two words that end the name of a secret: `credit_card` is one, `credit_card_type` is not. */
export const ENDING_PAIRS: ReadonlySet<string> = new Set(['credit card', 'debit card', 'bank account'])

/** What a hash or a digest is of, where it is no secret. */
export const PUBLIC_DIGESTS: ReadonlySet<string> = new Set(
  split(`commit git tree blob file content image photo block tx transaction row page geo object schema query url link
    email mail weekly daily monthly news`),
)

/** Whose word a `pass` is, in place of a ski pass or a passed test. */
export const PASS_OWNERS: ReadonlySet<string> = new Set(
  split(`user usr u login db database sql admin root account acct member customer client employee staff host server proxy
    mail email smtp imap pop ftp sftp ssh web wifi wlan http auth wp my old new temp tmp plain enc encrypted hashed crypt
    hash md sha`),
)

/** Words in a row. */
export const SECRET_PHRASES: readonly string[] = `
  api key,private key,access key,secret key,encryption key,signing key,session key,license key,licence key,auth key,
  authentication key,activation key,consumer key,secure key,recovery key,reset key,master key,stream key,deploy key,ssh key,
  hmac key,aes key,shared key,cipher key,crypt key,webhook key,app key,live key,sk live,sk test,rk live,
  recovery code,backup code,pin code,security code,activation code,verification code,reset code,login code,access code,
  scratch code,code verifier,security answer,social security,social insurance,
  pass word,pass wd,pass phrase,pass code,pass key,pass hash,pass salt,pass md,pass sha,pass enc,pass crypt,pw reset,
  mot de passe,mot passe,palavra passe,clave privada,clave api,clave acceso,clave de acceso,clave usuario,usuario clave,
  cle api,cle privee,chave privada,chave api,chiave privata,chiave api,klucz prywatny,klucz api,api schlussel,
  card number,card num,card no,card nr,card pan,cc number,cc num,cc no,cc nr,cc cid,pan number,numero tarjeta,
  numero de tarjeta,numero carte,numero de carte,carte bancaire,carte credit,carta credito,carta di credito,cartao credito,
  cartao de credito,bank account number,bank account no,bank account nr,
  token hash,token value,
  session id,session data,session value,session cookie,connection string,database url,webhook url,magic link,reset link,
  seed phrase
`
  .split(',')
  .map((phrase) => phrase.trim())

/** Words that are written as one: `userpass`, `passwordhash`, `accesstoken`, `cardno`. */
export const JOINED: readonly RegExp[] = [
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
export const NAMED_BY_TABLE: ReadonlySet<string> = new Set(['key', 'value', 'code'])
