/**
 * QR codes (ISO/IEC 18004) of texts as bytes, with the lowest level of error correction: they are read from a screen, where
 * nothing is dirty. By version, from 1 on: codewords for error correction in a block, and blocks.
 */
const CORRECTION = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28] as const
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8] as const

/** What finder, timing and alignment patterns and what is said of the code itself leave of its modules, in bytes. */
const codewordsOf = (version: number): number => {
  const alignments = Math.floor(version / 7) + 2
  const modules = (16 * version + 128) * version + 64
  const aligning = version === 1 ? 0 : (25 * alignments - 10) * alignments - 55
  return Math.floor((modules - aligning - (version >= 7 ? 36 : 0)) / 8)
}

interface Version {
  readonly version: number
  readonly size: number
  readonly correction: number
  readonly blocks: number
  /** Codewords in all. */
  readonly total: number
}

const versions: readonly Version[] = CORRECTION.map((correction, index) => {
  const version = index + 1
  const size = 4 * version + 17
  return { version, size, correction, blocks: BLOCKS[index] ?? 1, total: codewordsOf(version) }
})

/** The modules of a code, true where they are dark, row by row; undefined where the text is too long. */
export const qrCode = (text: string): readonly (readonly boolean[])[] | undefined => {
  const bytes = new TextEncoder().encode(text)
  const lengthBits = (version: number) => (version < 10 ? 8 : 16)
  const chosen = versions.find(
    ({ version, total, correction, blocks }) =>
      4 + lengthBits(version) + 8 * bytes.length <= 8 * (total - correction * blocks),
  )
  if (chosen === undefined) return undefined
  const room = chosen.total - chosen.correction * chosen.blocks
  const bits = [
    ...bitsOf(0b0100, 4),
    ...bitsOf(bytes.length, lengthBits(chosen.version)),
    ...[...bytes].flatMap((byte) => bitsOf(byte, 8)),
  ]
  bits.push(...Array.from({ length: Math.min(4, 8 * room - bits.length) }, () => 0))
  const data = Array.from({ length: Math.ceil(bits.length / 8) }, (_, at) =>
    Number.parseInt(
      bits
        .slice(8 * at, 8 * at + 8)
        .join('')
        .padEnd(8, '0'),
      2,
    ),
  )
  for (let at = 0; data.length < room; at++) data.push(at % 2 === 0 ? 0xec : 0x11)
  return drawn(chosen, interleaved(chosen, data))
}

const bitsOf = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => (value >>> (count - 1 - at)) & 1)

/** Data and error correction, block by block and woven together: a scratch then meets a little of each. */
const interleaved = ({ total, correction, blocks }: Version, data: readonly number[]): number[] => {
  const generator = generatorOf(correction)
  const short = Math.floor(total / blocks) - correction
  const longer = total % blocks
  let from = 0
  const parts = Array.from({ length: blocks }, (_, at) => {
    const part = data.slice(from, from + short + (at >= blocks - longer ? 1 : 0))
    from += part.length
    return { part, check: remainderOf(part, generator) }
  })
  const woven = (lists: readonly (readonly number[])[]) =>
    Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, at) =>
      lists.flatMap((list) => list[at] ?? []),
    ).flat()
  return [...woven(parts.map(({ part }) => part)), ...woven(parts.map(({ check }) => check))]
}

/** The product in the field of 256 elements by x⁸ + x⁴ + x³ + x² + 1. */
const times = (a: number, b: number): number =>
  bitsOf(b, 8).reduce((product, bit) => (product << 1) ^ ((product >>> 7) * 0x11d) ^ (bit * a), 0)

/** The coefficients below the highest of (x − 1)(x − 2)(x − 4)… */
const generatorOf = (degree: number): number[] => {
  let root = 1
  let found: number[] = [...Array.from({ length: degree - 1 }, () => 0), 1]
  for (let count = 0; count < degree; count++) {
    found = found.map((coefficient, at) => times(coefficient, root) ^ (found[at + 1] ?? 0))
    root = times(root, 2)
  }
  return found
}

const remainderOf = (data: readonly number[], generator: readonly number[]): number[] =>
  data.reduce<number[]>(
    (rest, byte) => {
      const factor = byte ^ (rest[0] ?? 0)
      return [...rest.slice(1), 0].map((value, at) => value ^ times(generator[at] ?? 0, factor))
    },
    generator.map(() => 0),
  )

/** Any of the eight masks makes a valid code; this one, a checkerboard, is fixed, so that what is said of it is too. */
const isMasked = (x: number, y: number): boolean => (x + y) % 2 === 0

/** The lowest level of error correction and that mask, with 10 bits to correct them. */
const FORMAT = 0b111011111000100

type SetModule = (x: number, y: number, isDark: boolean) => void

const drawn = ({ version, size }: Version, codewords: readonly number[]): boolean[][] => {
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, (): boolean | undefined => undefined))
  const set: SetModule = (x, y, isDark) => {
    const row = modules[y]
    if (row !== undefined && x >= 0 && x < size) row[x] = isDark
  }
  drawPatterns(version, size, set)
  drawFormat(size, set)
  if (version >= 7) drawVersion(version, size, set)
  // What is left is filled in columns of two, from the right, up and down in turn; the column of the timing pattern is none.
  let at = 0
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2)
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step
        if (modules[y]?.[x] !== undefined) continue
        const bit = ((codewords[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1
        set(x, y, (bit === 1) !== isMasked(x, y))
        at++
      }
  return modules.map((row) => row.map((module) => module === true))
}

/** Squares in three corners, smaller ones within, and the lines that say how wide a module is. */
const drawPatterns = (version: number, size: number, set: SetModule): void => {
  const square = (centreX: number, centreY: number, radius: number, isDark: (distance: number) => boolean) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++)
        set(centreX + dx, centreY + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  const places = alignmentsOf(version, size)
  const far = places.at(-1) ?? 0
  const isCorner = (x: number, y: number) => (x === 6 && (y === 6 || y === far)) || (x === far && y === 6)
  for (const x of places) for (const y of places) if (!isCorner(x, y)) square(x, y, 2, (distance) => distance !== 1)
  for (const [x, y] of [[3, 3] as const, [size - 4, 3] as const, [3, size - 4] as const])
    square(x, y, 4, (distance) => distance !== 2 && distance !== 4)
}

/** Where alignment patterns have their centres, in both directions. */
const alignmentsOf = (version: number, size: number): number[] => {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.floor((8 * version + 3 * count + 5) / (4 * count - 4)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, at) => size - 7 - step * (count - 2 - at))]
}

/** The level and the mask, twice. */
const drawFormat = (size: number, set: SetModule): void => {
  for (let at = 0; at < 15; at++) {
    const isDark = ((FORMAT >>> at) & 1) === 1
    const along = at < 6 ? at : at < 8 ? at + 1 : at === 8 ? 7 : 14 - at
    if (at < 8) set(8, along, isDark)
    else set(along, 8, isDark)
    if (at < 8) set(size - 1 - at, 8, isDark)
    else set(8, size - 15 + at, isDark)
  }
  set(8, size - 8, true)
}

/** The version with 12 bits to correct it, twice. */
const drawVersion = (version: number, size: number, set: SetModule): void => {
  const check = Array.from({ length: 12 }).reduce<number>((rest) => (rest << 1) ^ ((rest >>> 11) * 0x1f25), version)
  const bits = (version << 12) | check
  for (let at = 0; at < 18; at++) {
    const isDark = ((bits >>> at) & 1) === 1
    const across = size - 11 + (at % 3)
    set(across, Math.floor(at / 3), isDark)
    set(Math.floor(at / 3), across, isDark)
  }
}
