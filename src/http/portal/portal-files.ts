import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

/** The built portal, as it lies in a folder. */
export interface PortalFiles {
  /** Absolute. */
  readonly folder: string
  /** `index.html`, whose own addresses begin with `./`. */
  readonly page: string
  /** Of the files in `assets/`, by name: what is sent in their place to who takes gzip; undefined where it would save nothing. */
  readonly assets: ReadonlyMap<string, Buffer | undefined>
}

/** Reads what a build has left. @throws where the folder holds no build */
export const readPortalFiles = (folder: string): PortalFiles => ({
  folder: path.resolve(folder),
  page: readFileSync(path.join(folder, 'index.html'), 'utf8'),
  assets: new Map(
    readdirSync(path.join(folder, 'assets')).map((name) => [name, packed(path.join(folder, 'assets', name))]),
  ),
})

/** Fonts are packed already. */
const PACKABLE = new Set(['.js', '.css', '.svg'])

const packed = (file: string): Buffer | undefined =>
  PACKABLE.has(path.extname(file)) ? gzipSync(readFileSync(file), { level: 9 }) : undefined
