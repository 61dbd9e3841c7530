const CAPITAL = /[A-Z]/

/** Folds the case of ASCII letters, and of no others. */
export const lowerAscii = (text: string): string =>
  CAPITAL.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text
