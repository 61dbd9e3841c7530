import { type Block, blocksOf } from './blocks.ts'
import { type Inline, inlinesOf } from './inline.ts'

/** The words of a Markdown text, for a screen reader. */
export const plainTextOf = (text: string): string => blocksOf(text).map(blockText).join(' ')

const blockText = (block: Block): string => {
  if (block.type === 'list') return block.items.map((item) => item.map(blockText).join(' ')).join(' ')
  return block.type === 'code' ? block.text : inlinesOf(block.text).map(inlineText).join('')
}

const inlineText = (inline: Inline): string =>
  typeof inline === 'string' ? inline : inline.content.map(inlineText).join('')
