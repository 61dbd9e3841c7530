import path from 'node:path'
import { shellWord } from './shell-word.ts'

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
