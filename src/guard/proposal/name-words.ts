/** Words of names that were asked for, because tables have many columns of the same names; so many, and none that is long. */
const known = new Map<string, readonly string[]>()
const KNOWN_MAX = 10_000
const KNOWN_LENGTH_MAX = 64

/** The words of a name, in lower case: `tenant_id`, `tenantId`, `TenantID` and `Tenant Id` have the same. */
export const nameWords = (name: string): readonly string[] => {
  const kept = known.get(name)
  if (kept !== undefined) return kept
  const words = wordsOf(name)
  if (known.size >= KNOWN_MAX) known.clear()
  if (name.length <= KNOWN_LENGTH_MAX) known.set(name, words)
  return words
}

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Whether a table's name is this word or its plural. */
export const namesRowsOf = (table: string, words: readonly string[]): boolean =>
  rowsNames(words).includes(nameWords(table).join(' '))

/** How a table is named that has such rows, its words with a space between: `company`, `companies`; `box`, `boxes`. */
export const rowsNames = (words: readonly string[]): readonly string[] => {
  const word = words.join(' ')
  return word === '' ? [] : [...new Set([word, `${word}s`, `${word}es`, word.replace(/y$/, 'ies')])]
}

/** Words at the end of a column's name that say that it points to something. */
const POINTER = new Set(['id', 'uuid', 'guid', 'key', 'code', 'no', 'nr', 'ref', 'fk'])

/** Words at the end of a column's name that say that its values are of one person, company, thing or place. */
const IDENTIFYING = new Set(
  `account barcode bic contract ean email fax gtin iban imei ip isbn lat latitude licence license lng lon longitude mac mobile num
  number passport phone plate postal postcode serial sku ssn swift tax tel telephone vat vin zip`.split(/\s+/),
)

/** Whether the values of a column say by its name which row is meant: `id`, `order_id`, `code`, `phone`, `zip`. */
export const identifiesRows = (column: string): boolean => {
  const last = (nameWords(column).at(-1) ?? '').replace(/\d+$/, '')
  return POINTER.has(last) || IDENTIFYING.has(last)
}

/** What a column points to by its name: `order` for `order_id`; undefined when its name does not say that it points. */
export const pointsTo = (column: string): readonly string[] | undefined => {
  const words = nameWords(column)
  return words.length > 1 && POINTER.has(words.at(-1) ?? '') ? words.slice(0, -1) : undefined
}
