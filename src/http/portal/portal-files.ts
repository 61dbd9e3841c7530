import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { readWidgetScript, type WidgetScript } from '../widget/widget-script.ts'

/** The built portal in a folder, with the widget. */
export interface PortalFiles {
  /** Absolute. */
  readonly folder: string
  /** `index.html`, whose URLs begin with `./`. */
  readonly page: string
  /** The files in `assets/` by name, compressed with gzip; undefined if that would not make them smaller. */
  readonly assets: ReadonlyMap<string, Buffer | undefined>
  readonly widget: WidgetScript
}

/** Reads the files of a build. @throws if the folder contains no build */
export const readPortalFiles = (folder: string): PortalFiles => ({
  folder: path.resolve(folder),
  page: readFileSync(path.join(folder, 'index.html'), 'utf8'),
  assets: new Map(
    readdirSync(path.join(folder, 'assets')).map((name) => [name, compress(path.join(folder, 'assets', name))]),
  ),
  widget: readWidgetScript(folder),
})

/** Fonts are already compressed. */
const COMPRESSIBLE = new Set(['.js', '.css', '.svg'])

const compress = (file: string): Buffer | undefined =>
  COMPRESSIBLE.has(path.extname(file)) ? gzipSync(readFileSync(file), { level: 9 }) : undefined
