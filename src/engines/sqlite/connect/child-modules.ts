import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

/** What `begin-child.js` needs to begin. */
export interface ChildModules {
  /** URL of the module that does the work. */
  readonly entry: string
  /** Its JavaScript and that of all modules that it imports, at once or later, by URL. */
  readonly modules: Readonly<Record<string, string>>
}

const IMPORTED = /\b(?:from |import\()'(\.[^']+\.ts)'/g

/**
 * Reads a module and all that it imports, without their types. Read once by a parent, they spare each of its children
 * half of its start: Node's compile cache would too, but not for a process that may not write files.
 */
export const readChildModules = (entry: URL): ChildModules => {
  const modules: Record<string, string> = {}
  const read = (url: URL): void => {
    if (url.href in modules) return
    const code = stripTypeScriptTypes(readFileSync(url, 'utf8'))
    modules[url.href] = code
    for (const [, imported = ''] of code.matchAll(IMPORTED)) read(new URL(imported, url))
  }
  read(entry)
  return { entry: entry.href, modules }
}
