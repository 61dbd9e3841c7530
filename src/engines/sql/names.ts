const CAPITAL = /[A-Z]/

/** Folds the case of ASCII letters, and of no others. */
export const lowerAscii = (text: string): string =>
  CAPITAL.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text

/** Servers take names of 64 characters. */
const NAME_MAX = 40

/** What the guard calls a WITH table: no table of a database is expected to have such a name. */
export const freeName = (drafted: string, count: number): string =>
  `with${count}_${Array.from(drafted).slice(0, NAME_MAX).join('')}`

/** A text of a server, in which WITH tables are called as the draft called them. */
export const asDrafted = (text: string): string => text.replaceAll(/\bwith\d{1,3}_/g, '')
