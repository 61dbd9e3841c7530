import path from 'node:path'

/** The folder that Tabletalk lies in. */
export const ROOT = path.resolve(import.meta.dirname, '../..')

interface Place {
  /** Where the command will be typed; default: wherever. */
  readonly folder?: string | undefined
  /** The home folder that it must use. */
  readonly home?: string | undefined
}

/**
 * The command's own name as a shell takes it. In any other folder than Tabletalk's own, `npx tabletalk` would fetch
 * whatever is called so in the registry.
 */
export const commandLine = ({ folder, home }: Place = {}): string => {
  const isElsewhere = home !== undefined && home !== path.join(ROOT, '.tabletalk')
  const setting = isElsewhere ? `TABLETALK_HOME=${shellWord(home)} ` : ''
  const prefix = folder === ROOT ? '' : ` --prefix ${shellWord(ROOT)}`
  return `${setting}npx${prefix} tabletalk`
}

/** A text as a shell takes it: bare where it can be, in quotes otherwise. */
export const shellWord = (text: string): string =>
  /^[\w./:@…-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
