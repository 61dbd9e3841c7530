/** Cache of split names, because tables share column names; bounded in count and in name length. */
const wordsByName = new Map<string, readonly string[]>()
const CACHED_NAMES_MAX = 10_000
const CACHED_LENGTH_MAX = 64

/** The words of a name, in lower case: `tenant_id`, `tenantId`, `TenantID` and `Tenant Id` give the same. */
export const nameWords = (name: string): readonly string[] => {
  const cached = wordsByName.get(name)
  if (cached !== undefined) return cached
  const words = wordsOf(name)
  if (wordsByName.size >= CACHED_NAMES_MAX) wordsByName.clear()
  if (name.length <= CACHED_LENGTH_MAX) wordsByName.set(name, words)
  return words
}

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Whether a table's name is these words or their plural. */
export const isTableNameFor = (table: string, words: readonly string[]): boolean =>
  tableNamesFor(words).includes(nameWords(table).join(' '))

/** Names of a table with such rows, words separated by spaces: `company`, `companies`; `box`, `boxes`. */
export const tableNamesFor = (words: readonly string[]): readonly string[] => {
  const word = words.join(' ')
  return word === '' ? [] : [...new Set([word, `${word}s`, `${word}es`, word.replace(/y$/, 'ies')])]
}

/** Last words of a column name that mark a reference. */
const REFERENCE_WORDS = new Set(['id', 'uuid', 'guid', 'key', 'code', 'no', 'nr', 'ref', 'fk'])

/** Last words of a column name whose values identify one person, company, thing or location. */
const IDENTIFYING_WORDS = new Set(
  `account barcode bic contract ean email fax gtin iban imei ip isbn lat latitude licence license lng lon longitude mac mobile num
  number passport phone plate postal postcode serial sku ssn swift tax tel telephone vat vin zip`.split(/\s+/),
)

/** Whether a column's name says that its values identify rows: `id`, `order_id`, `code`, `phone`, `zip`. */
export const identifiesRows = (column: string): boolean => {
  const last = (nameWords(column).at(-1) ?? '').replace(/\d+$/, '')
  return REFERENCE_WORDS.has(last) || IDENTIFYING_WORDS.has(last)
}

/** The words of what a column refers to by its name: `order` for `order_id`; undefined if the name is no reference. */
export const referencedWords = (column: string): readonly string[] | undefined => {
  const words = nameWords(column)
  return words.length > 1 && REFERENCE_WORDS.has(words.at(-1) ?? '') ? words.slice(0, -1) : undefined
}
