import fc from 'fast-check'
import { lexer, type Token } from 'marked'
import { type Block, blocksOf } from '../../widget/src/markdown/blocks.ts'
import { type Inline, inlinesOf } from '../../widget/src/markdown/inline.ts'

/** Blocks and formats as markup, for comparison. */
const printed = (text: string): string => blocksOf(text).map(printedBlock).join('')

const printedBlock = (block: Block): string => {
  if (block.type === 'code') return `<pre>${block.text}</pre>`
  if (block.type !== 'list') return `<${block.type[0]}>${printedInlines(inlinesOf(block.text))}</${block.type[0]}>`
  const items = block.items.map(
    (item) =>
      `<li>${item
        .map(printedBlock)
        .join('')
        .replace(/^<p>(.*?)<\/p>/s, '$1')}</li>`,
  )
  return block.start === undefined ? `<ul>${items.join('')}</ul>` : `<ol ${block.start}>${items.join('')}</ol>`
}

const printedInlines = (inlines: readonly Inline[]): string =>
  inlines
    .map((inline) =>
      typeof inline === 'string' ? inline : `<${inline.format}>${printedInlines(inline.content)}</${inline.format}>`,
    )
    .join('')

/** The same of the portal's parser. */
const reference = (tokens: readonly Token[]): string => tokens.map(referenceToken).join('')

const referenceToken = (token: Token): string => {
  const inner = 'tokens' in token && token.tokens !== undefined ? reference(token.tokens) : ''
  switch (token.type) {
    case 'space':
      return ''
    case 'paragraph':
      return `<p>${inner}</p>`
    case 'heading':
      return `<h>${inner}</h>`
    case 'code':
      return `<pre>${token.text}</pre>`
    case 'codespan':
      return `<code>${token.text}</code>`
    case 'strong':
    case 'em':
      return `<${token.type}>${inner}</${token.type}>`
    case 'list': {
      const items = token.items.map(
        (item: { readonly tokens: readonly Token[] }) => `<li>${reference(item.tokens)}</li>`,
      )
      return token.ordered ? `<ol ${token.start}>${items.join('')}</ol>` : `<ul>${items.join('')}</ul>`
    }
    case 'text':
      return inner === '' ? token.text : inner
    case 'escape':
      return token.text
    default:
      return token.raw
  }
}

const TEXTS = [
  'There were 65 orders.',
  'One.\n\nTwo\nlines.',
  'By status:\n- open: 2\n- paid: 1,234',
  '1. first\n2. second\n\nAfter.',
  '3) third\n4) fourth',
  '- outer\n  - inner\n  - inner too\n- outer again',
  '# Orders\n\nThe **best** month was *October*, with `status = 3`.',
  '**Bold _and emphasis_ together** at once.',
  '```sql\nSELECT 1 * 2 * 3\n```\nAfter.',
  '```\nnever closed',
  'A snake_case_name and 2 * 3 * 4 stay.',
  'Escaped \\*stars\\* and \\_lines\\_.',
  'An open **star and a lone ` tick.',
]

describe('Markdown of answers in the widget', () => {
  it.each(TEXTS)('is formatted as in the portal: %j', (text) => {
    expect(printed(text)).toBe(reference(lexer(text)))
  })

  it.each([
    '<img src=x onerror="alert(1)">',
    '[press](javascript:alert(1)) ![x](http://evil.example/x.png)',
    '<script>alert(1)</script>',
    'https://evil.example/a_b_c',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '> quoted',
  ])('stays the text that it is: %j', (text) => {
    expect(printed(text)).toBe(`<p>${text}</p>`)
  })

  it('keeps every word of any text, and ends', () => {
    const words = fc.constantFrom(
      'x7',
      'é',
      '*',
      '**',
      '_',
      '`',
      '```',
      '\n',
      '\n\n',
      '  ',
      '- ',
      '1. ',
      '# ',
      '\\',
      '<b>',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 60 }), (parts) => {
        const text = parts.join('')
        const kept = (one: string) => one.replace(/<\/?(?:pre|[phu]l?|li|code|strong|em)>/g, '').match(/x|é|<b>/g)
        expect(kept(printed(text))).toEqual(kept(text))
      }),
    )
  })

  it('parses long texts of delimiters without an end, for which quadratic time would be minutes', () => {
    for (const part of ['*a', '**a ', '`', '_a', '- ', '[', '\\']) {
      const text = part.repeat(100_000)
      expect(printed(text).length).toBeGreaterThan(0)
    }
  })
})
