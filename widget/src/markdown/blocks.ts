/** A block of a text. */
export type Block =
  | { readonly type: 'paragraph' | 'heading' | 'code'; readonly text: string }
  | { readonly type: 'list'; readonly start: number | undefined; readonly items: readonly (readonly Block[])[] }

/** With the name of a language, which is not shown. */
const FENCE = /^ {0,3}(`{3,}|~{3,})[a-z]*$/
const HEADING = /^ {0,3}#{1,6} +(\S.*)$/
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])( +)(?=\S)/
/** Lists within lists; deeper ones stay text. */
const DEPTH_MAX = 6

/** The blocks of a Markdown text: paragraphs, headings, lists and fenced code. Every other block is a paragraph, as it is written. */
export const blocksOf = (text: string, depth = 0): readonly Block[] => {
  const lines = text.split('\n')
  const blocks: Block[] = []
  while (lines.length > 0) {
    const [line = ''] = lines
    if (line.trim() === '') lines.shift()
    else blocks.push(codeFrom(lines) ?? headingFrom(lines) ?? listFrom(lines, depth) ?? paragraphFrom(lines))
  }
  return blocks
}

const codeFrom = (lines: string[]): Block | undefined => {
  const fence = FENCE.exec(lines[0] ?? '')?.[1]
  if (fence === undefined) return undefined
  const close = lines.findIndex((line, at) => at > 0 && line.trim() === fence)
  const [, ...code] = lines.splice(0, close < 0 ? lines.length : close + 1)
  return { type: 'code', text: (close < 0 ? code : code.slice(0, -1)).join('\n') }
}

const headingFrom = (lines: string[]): Block | undefined => {
  const text = HEADING.exec(lines[0] ?? '')?.[1]
  if (text === undefined) return undefined
  lines.shift()
  return { type: 'heading', text }
}

/** Whether a list's marker goes on: all bullets are one list, and all numbers are one. */
const isNumber = (marker: string | undefined): boolean => /^\d/.test(marker ?? '')

const listFrom = (lines: string[], depth: number): Block | undefined => {
  const marker = depth > DEPTH_MAX ? undefined : ITEM.exec(lines[0] ?? '')?.[2]
  if (marker === undefined) return undefined
  const items: (readonly Block[])[] = []
  for (;;) {
    const found = ITEM.exec(lines[0] ?? '')
    if (found === null || isNumber(found[2]) !== isNumber(marker)) break
    const indent = found[0].length
    const item = [(lines.shift() ?? '').slice(indent)]
    // What is indented belongs to the item, also after an empty line.
    while (lines.length > 0 && /^(?: {2,}|\t)\S/.test(lines[lines[0]?.trim() === '' ? 1 : 0] ?? ''))
      item.push((lines.shift() ?? '').replace(/^(?: {1,4}|\t)/, ''))
    items.push(blocksOf(item.join('\n'), depth + 1))
    if (lines[0]?.trim() === '' && ITEM.test(lines[1] ?? '')) lines.shift()
  }
  return { type: 'list', start: isNumber(marker) ? Number.parseInt(marker, 10) : undefined, items }
}

const paragraphFrom = (lines: string[]): Block => {
  const end = lines.findIndex(
    (line, at) => at > 0 && (line.trim() === '' || [FENCE, HEADING, ITEM].some((other) => other.test(line))),
  )
  return { type: 'paragraph', text: lines.splice(0, end < 0 ? lines.length : end).join('\n') }
}
