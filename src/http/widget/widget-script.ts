import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'

/** The script of the widget. */
export interface WidgetScript {
  readonly bytes: Buffer
  /** With gzip. */
  readonly compressed: Buffer
  /** The version of Tabletalk. */
  readonly version: string
  /** Its name with version and digest, whose content never changes. */
  readonly name: string
  /** For the attribute `integrity` of a page. */
  readonly integrity: string
}

const PACKAGE_FILE = path.join(import.meta.dirname, '../../../package.json')
const Package = z.object({ version: z.string() })

const DIGITS = 12

/** Reads the script of a build. @param folder of the portal @throws if the folder contains no build */
export const readWidgetScript = (folder: string): WidgetScript => {
  const bytes = readFileSync(path.join(folder, 'widget/widget.js'))
  const { version } = Package.parse(JSON.parse(readFileSync(PACKAGE_FILE, 'utf8')))
  const digest = createHash('sha384').update(bytes).digest()
  return {
    bytes,
    compressed: gzipSync(bytes, { level: 9 }),
    version,
    name: `${version}-${digest.toString('hex').slice(0, DIGITS)}.js`,
    integrity: `sha384-${digest.toString('base64')}`,
  }
}
