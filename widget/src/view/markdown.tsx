import { lexer, type MarkedToken, type Token } from 'marked'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'

const SHOWN = new Set([
  'space',
  'paragraph',
  'heading',
  'list',
  'code',
  'text',
  'strong',
  'em',
  'codespan',
  'br',
  'escape',
])

/**
 * The text of an answer. Only harmless Markdown is formatted: paragraphs, lists, emphasis and code. Links, images and markup
 * stay plain text: loading an image would tell its server who reads what.
 */
export const Markdown = ({ text }: { readonly text: string }) => {
  const tokens = useMemo(() => lexer(text), [text])
  return <>{each(tokens)}</>
}

const isShown = (token: Token): token is MarkedToken => SHOWN.has(token.type)

const each = (tokens: readonly Token[] = []): ComponentChildren => tokens.map(shown)

const shown = (token: Token): ComponentChildren => {
  if (!isShown(token)) return token.raw.includes('\n') ? <p dir="auto">{token.raw}</p> : token.raw
  switch (token.type) {
    case 'space':
      return null
    case 'paragraph':
      return <p dir="auto">{each(token.tokens)}</p>
    case 'heading':
      return (
        <p dir="auto">
          <strong>{each(token.tokens)}</strong>
        </p>
      )
    case 'list': {
      const items = token.items.map((item) => <li dir="auto">{each(item.tokens)}</li>)
      return token.ordered ? <ol start={Number(token.start)}>{items}</ol> : <ul>{items}</ul>
    }
    case 'code':
      return (
        <pre dir="ltr">
          <code>{token.text}</code>
        </pre>
      )
    case 'text':
      return 'tokens' in token && token.tokens !== undefined ? each(token.tokens) : token.text
    case 'strong':
      return <strong>{each(token.tokens)}</strong>
    case 'em':
      return <em>{each(token.tokens)}</em>
    case 'codespan':
      return <code>{token.text}</code>
    case 'br':
      return <br />
    case 'escape':
      return token.text
    default:
      return token.raw
  }
}
