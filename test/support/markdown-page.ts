/** What of a page can be held against the repository. */
export interface MarkdownPage {
  readonly text: string
  /** Code within sentences, its line breaks as spaces. */
  readonly code: readonly string[]
  /** Blocks of code. */
  readonly fenced: readonly string[]
  /** Links that lead into the repository or into the page itself. */
  readonly links: readonly string[]
  /** What links to its headings end with, behind `#`. */
  readonly anchors: ReadonlySet<string>
}

const FENCE = /^([ ]*)```[^\n]*\n([\s\S]*?)^\1```$/gm
const CODE = /`([^`]+)`/g

/** As GitHub makes it: small letters, no punctuation, hyphens for spaces. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/ /g, '-')

/** Reads a page of Markdown as far as pages of this repository use it. Two headings of one name have one anchor. */
export const readMarkdown = (text: string): MarkdownPage => {
  const fenced = [...text.matchAll(FENCE)].map((match) => match[2] ?? '')
  const prose = text.replace(FENCE, '')
  const links = [...prose.replace(CODE, '').matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '')
  const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? '')
  return {
    text,
    fenced,
    code: [...prose.matchAll(CODE)].map((match) => (match[1] ?? '').replace(/\s+/g, ' ')),
    links: links.filter((link) => !/^[a-z]+:/.test(link)),
    anchors: new Set(headings.map(anchorOf)),
  }
}
