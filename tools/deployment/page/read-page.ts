/** One block of commands of a page, and what the page shows of its answer. */
export interface PageBlock {
  /** The heading above it. */
  readonly section: string
  readonly commands: string
  /** Of its fence: what happens around it where the page is tried (`prelude.sh`). */
  readonly word: string | undefined
  /** The `json` or `text` block after it. */
  readonly shown: string | undefined
}

const FENCE = /^(?<indent> *)```(?<language>\w*) ?(?<word>[a-z]*)\n(?<text>.*?)^\k<indent>```$/gms
const HEADING = /^## (?<title>.+)$/gm

/**
 * The commands of a page in their order: `sh` blocks whole, of `console` blocks what stands after `$ ` (with the lines
 * that it goes on in). A block that says `kubectl` is for another place, and left out.
 */
export const readPage = (page: string): readonly PageBlock[] => {
  const headings = [...page.matchAll(HEADING)]
  const blocks: PageBlock[] = []
  let isShownNext = false
  for (const { groups = {}, index } of page.matchAll(FENCE)) {
    const text = (groups.text ?? '').replaceAll(new RegExp(`^${groups.indent}`, 'gm'), '')
    const last = blocks.at(-1)
    const commands = commandsOf(groups.language ?? '', text)
    if (commands === undefined) {
      if (isShownNext && last !== undefined && ['json', 'text'].includes(groups.language ?? ''))
        blocks[blocks.length - 1] = { ...last, shown: text.trimEnd() }
      isShownNext = false
      continue
    }
    isShownNext = !/\bkubectl\b/.test(commands)
    if (!isShownNext) continue
    const section = headings.findLast((heading) => heading.index < index)?.groups?.title ?? ''
    blocks.push({ section, commands, word: groups.word || undefined, shown: undefined })
  }
  return blocks
}

const commandsOf = (language: string, text: string): string | undefined => {
  if (language === 'sh') return text.trimEnd()
  if (language !== 'console') return undefined
  const commands = [...text.matchAll(/^\$ (?<command>.*(?:(?<=\\)\n.*)*)/gm)]
  return commands.map(({ groups }) => groups?.command ?? '').join('\n')
}

/** Whether what came is what a page shows, where `…` stands for whatever is there. */
export const isAsShown = (shown: string, came: string): boolean => {
  const [first = '', ...parts] = shown.split('…').map((part) => part.trim())
  const text = came.trim()
  if (parts.length === 0) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return parts.at(-1) === '' || text.endsWith(parts.at(-1) ?? '')
}
