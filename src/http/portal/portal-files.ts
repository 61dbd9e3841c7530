import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The built portal, as it lies in a folder. */
export interface PortalFiles {
  /** Absolute. */
  readonly folder: string
  /** `index.html`, whose own addresses begin with `./`. */
  readonly page: string
  /** Names of the files in `assets/`. */
  readonly assets: ReadonlySet<string>
}

/** Reads what a build has left. @throws where the folder holds no build */
export const readPortalFiles = (folder: string): PortalFiles => ({
  folder: path.resolve(folder),
  page: readFileSync(path.join(folder, 'index.html'), 'utf8'),
  assets: new Set(readdirSync(path.join(folder, 'assets'))),
})
