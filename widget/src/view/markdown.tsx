import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { type Block, blocksOf } from '../markdown/blocks.ts'
import { type Inline, inlinesOf } from '../markdown/inline.ts'

/**
 * The text of an answer. Only harmless Markdown is formatted: paragraphs, lists, emphasis and code. Links, images and markup
 * stay plain text: loading an image would tell its server who reads what.
 */
export const Markdown = ({ text }: { readonly text: string }) => {
  const blocks = useMemo(() => blocksOf(text), [text])
  return <>{blocks.map(shownBlock)}</>
}

const shownBlock = (block: Block): ComponentChildren => {
  if (block.type === 'list') {
    // biome-ignore lint/correctness/useJsxKeyInIterable: streamed text is only appended to
    const items = block.items.map((item) => <li>{item.map(shownInItem)}</li>)
    // One direction for the list, from its text, so that its markers stand on the side where lines begin.
    return block.start === undefined ? (
      <ul dir="auto">{items}</ul>
    ) : (
      <ol dir="auto" start={block.start}>
        {items}
      </ol>
    )
  }
  if (block.type === 'code')
    return (
      <pre dir="ltr">
        <code>{block.text}</code>
      </pre>
    )
  const content = inlinesOf(block.text).map(shownInline)
  return <p dir="auto">{block.type === 'heading' ? <strong>{content}</strong> : content}</p>
}

/** The first paragraph of an item stands beside its marker, in the direction of the list. */
const shownInItem = (block: Block, at: number): ComponentChildren =>
  at === 0 && block.type === 'paragraph' ? inlinesOf(block.text).map(shownInline) : shownBlock(block)

const shownInline = (inline: Inline): ComponentChildren => {
  if (typeof inline === 'string') return inline
  const Format = inline.format
  return <Format>{inline.content.map(shownInline)}</Format>
}
