import path from 'node:path'

/** The root folder of this checkout or package. */
export const ROOT = path.resolve(import.meta.dirname, '../..')

interface CommandContext {
  /** The working directory of the user; default: unknown. */
  readonly folder?: string | undefined
  /** The home folder that the command must use. */
  readonly home?: string | undefined
}

/**
 * The words that run `tabletalk` in a shell. Outside of its root folder, `npx tabletalk` would run a package of the registry.
 */
export const commandLine = ({ folder, home }: CommandContext = {}): string => {
  const isOtherHome = home !== undefined && home !== path.join(ROOT, '.tabletalk')
  const setting = isOtherHome ? `TABLETALK_HOME=${shellWord(home)} ` : ''
  const prefix = folder === ROOT ? '' : ` --prefix ${shellWord(ROOT)}`
  return `${setting}npx${prefix} tabletalk`
}

/** Quotes a text for a POSIX shell if that is necessary. */
export const shellWord = (text: string): string =>
  /^[\w./:@…-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
