import { strFromU8, unzipSync } from 'fflate'

/** A cell of a workbook as Excel reads it. */
export interface ReadCell {
  readonly value: string | number | boolean
  /** The code of its number format; absent where it has none. */
  readonly format?: string
  readonly isBold?: boolean
}

export interface ReadSheet {
  readonly name: string
  readonly rows: readonly (readonly (ReadCell | null)[])[]
  /** As it is in the file. */
  readonly xml: string
}

const UNESCAPED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescaped = (xml: string): string =>
  xml
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => UNESCAPED[name] ?? '')
    .replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const all = (xml: string, pattern: RegExp): readonly string[] =>
  [...xml.matchAll(pattern)].map(([, found = '']) => found)

/** Reads a workbook without the library that has written it. */
export const readWorkbook = (bytes: Uint8Array): readonly ReadSheet[] => {
  const files = unzipSync(bytes)
  const textOf = (path: string): string => strFromU8(files[path] ?? new Uint8Array())
  const texts = all(textOf('xl/sharedStrings.xml'), /<si><t[^>]*>([^<]*)<\/t><\/si>/g).map(unescaped)
  const styles = textOf('xl/styles.xml')
  const formats = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code = '']) => [
      id,
      unescaped(code),
    ]),
  )
  const fonts = all(styles, /<font>(.*?)<\/font>/g)
  const cellStyles = all(/<cellXfs[^>]*>(.*)<\/cellXfs>/s.exec(styles)?.[1] ?? '', /<xf ([^>]*)>/g)
  const styleOf = (style: string | undefined): Pick<ReadCell, 'format' | 'isBold'> => {
    const xf = cellStyles[Number(style ?? -1)] ?? ''
    const format = formats.get(/numFmtId="(\d+)"/.exec(xf)?.[1])
    const isBold = fonts[Number(/fontId="(\d+)"/.exec(xf)?.[1] ?? -1)]?.includes('<b/>') ?? false
    return { ...(format === undefined ? {} : { format }), ...(isBold ? { isBold } : {}) }
  }
  const cellOf = (attributes: string, value: string): ReadCell => {
    const type = /\bt="(\w+)"/.exec(attributes)?.[1]
    const style = styleOf(/\bs="(\d+)"/.exec(attributes)?.[1])
    if (type === 's') return { value: texts[Number(value)] ?? `no text ${value}`, ...style }
    return { value: type === 'b' ? value === '1' : Number(value), ...style }
  }
  const names = all(textOf('xl/workbook.xml'), /<sheet [^>]*name="([^"]*)"/g)
  return names.map((name, at) => {
    const xml = textOf(`xl/worksheets/sheet${at + 1}.xml`)
    const rows = all(xml, /<row [^>]*?(?:\/>|>(.*?)<\/row>)/gs).map((row) => {
      const cells: (ReadCell | null)[] = []
      for (const [, attributes = '', value] of row.matchAll(/<c ([^>]*?)(?:\/>|><v>([^<]*)<\/v><\/c>)/g)) {
        const column = columnOf(/\br="([A-Z]+)\d+"/.exec(attributes)?.[1] ?? '')
        while (cells.length < column) cells.push(null)
        cells.push(value === undefined ? null : cellOf(attributes, value))
      }
      return cells
    })
    return { name, rows, xml }
  })
}

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
