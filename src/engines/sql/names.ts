const CAPITAL = /[A-Z]/

/** Lower-cases ASCII letters only. */
export const lowerAscii = (text: string): string =>
  CAPITAL.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text

/** Servers accept names of up to 64 characters. */
const NAME_MAX = 40

/** The guard's name for a WITH table; `exists` is checked, because a database table could have it. */
export const withTableName = (drafted: string, count: number): string =>
  `with${count}_${Array.from(drafted).slice(0, NAME_MAX).join('')}`

/** Restores the drafted names of WITH tables in a server's message. */
export const restoreDraftedNames = (text: string): string => text.replaceAll(/\bwith\d{1,3}_/g, '')
