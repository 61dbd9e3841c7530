import { hiddenColumns } from '../hidden-columns.ts'
import type { NameFolding } from '../name-folding.ts'
import type { Table } from '../schema.ts'
import { nameWords } from './name-words.ts'

/** Words that make a column a secret wherever they stand. */
const ANYWHERE = new Set(
  'password passwords passwd passwort kennwort senha contrasena pwd passphrase passcode passkey secret secrets apikey ssn cvv cvc cvv2 otp totp credential credentials privatekey'.split(
    ' ',
  ),
)

/** Words that do so as the last one: `reset_token` is a secret, `token_count` is not. */
const AT_THE_END = new Set('hash salt token nonce pin digest jwt'.split(' '))

const PAIRS = new Set(
  `api key,api keys,private key,access key,secret key,encryption key,signing key,session key,license key,recovery code,
  recovery codes,backup code,backup codes,security answer,social security,card number,pin code,token hash,token value,
  session id,connection string,webhook url`
    .split(',')
    .map((pair) => pair.trim()),
)

/** Whether a column holds, by its name, what no answer may show: a proposal errs on the side of hiding. */
export const looksSecret = (column: string): boolean => {
  const words = nameWords(column)
  const last = words.at(-1) ?? ''
  const isPair = words.some((word, index) => PAIRS.has(`${word} ${words[index + 1] ?? ''}`))
  return isPair || AT_THE_END.has(last) || words.some((word) => ANYWHERE.has(word)) || last.endsWith('password')
}

/** The columns of a table that look secret, and those that the database computes from them. */
export const secretColumns = (table: Table, folding: NameFolding): readonly string[] => {
  const names = table.columns.map(({ name }) => name)
  const hidden = hiddenColumns(table, names.filter(looksSecret), folding)
  return names.filter((name) => hidden.has(folding.column(name)))
}
