import { nameWords } from '../../../guard/proposal/name-words.ts'

/** Common abbreviations in names, except those with another common meaning (`min`, `st`, `sec`). */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  `acct account|addr address|amt amount|appt appointment|approx approximate|avail available|bal balance|bldg building
  |brch branch|cat category|catg category|cd code|cmpy company|cntry country|comm commission|cnt count|ctry country|curr currency
  |cust customer|deliv delivery|dept department|descr description|desc description|dest destination
  |disc discount|dist distance|dlv delivery|dob date of birth|doc document|dt date|emp employee|empl employee
  |fname first name|grp group|hrs hours|inv invoice|itm item|lang language|lname last name|loc location
  |manuf manufacturer|mfg manufacturer|mgr manager|mth month|nm name|nbr number|num number|ord order|orig original
  |pax passengers|pct percent|perc percent|pmt payment|prc price|prd product|prio priority|prod product
  |purch purchase|qnty quantity|qty quantity|rcpt receipt|recv received|reqd required
  |sched schedule|shp shipment|stat status|subj subject|supp supplier|tel telephone|tot total|trans transaction
  |trx transaction|txn transaction|typ type|uom unit of measure|usr user|veh vehicle|vend vendor|vndr vendor|vol volume
  |whse warehouse|wh warehouse|wt weight|yr year`
    .split('|')
    .map((entry): [string, string] => {
      const [short = '', ...words] = entry.trim().split(' ')
      return [short, words.join(' ')]
    }),
)

/** Abbreviations of "number" at the end of a name: `cust_no`. */
const NUMBERS = new Set(['no', 'nr'])
/** Technical prefixes and suffixes of table names. */
const TECHNICAL_PREFIXES = new Set(['tbl', 'tb', 'dim', 'fact', 'vw', 't', 'mst', 'trx', 'lnk', 'ref', 'stg'])
const TECHNICAL_SUFFIXES = new Set(['tbl', 'table', 'hdr', 'header', 'mst', 'mstr', 'master', 'data'])

/** The words of a name with abbreviations spelled out: `cust_no` is `customer number`. */
export const expandAbbreviations = (name: string): readonly string[] =>
  nameWords(name).flatMap((word, at, all) => (longWord(word, at, all.length) ?? word).split(' '))

/** The words of a table name without technical prefix and suffix: `tbl_cust` is `customer`, `ord_hdr` is `order`. */
export const expandTableName = (name: string): readonly string[] => {
  const words = expandAbbreviations(name)
  const from = words.length > 1 && TECHNICAL_PREFIXES.has(words[0] ?? '') ? 1 : 0
  return words.slice(from, words.length > from + 1 && TECHNICAL_SUFFIXES.has(words.at(-1) ?? '') ? -1 : undefined)
}

/** Whether every word is pronounceable: unknown abbreviations such as `vsl` and `mthd` are not. */
export const isPronounceable = (words: readonly string[]): boolean =>
  words.every((word) => /[aeiouy\d]|[^\x20-\x7f]/.test(word))

/** The abbreviations in a name with their meanings: `cust` and `no` of `cust_no`. */
export const abbreviationsIn = (name: string): readonly (readonly [short: string, long: string])[] =>
  nameWords(name).flatMap((word, at, all) => {
    const long = longWord(word, at, all.length)
    return long === undefined ? [] : [[word, long] as const]
  })

const longWord = (word: string, at: number, count: number): string | undefined =>
  at > 0 && at === count - 1 && NUMBERS.has(word) ? 'number' : ABBREVIATIONS.get(word)
