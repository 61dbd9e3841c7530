/** SQLite folds the case of ASCII letters only, in quoted and in unquoted names alike. */
export const fold = (name: string): string => name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
