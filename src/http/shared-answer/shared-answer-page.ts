import { ownPicture } from '../../charts/rules/chart-picture.ts'
import type { SharedPart } from '../../manage/shares/rules/shared-answer.ts'
import type { OpenedShare } from '../../manage/shares/shares.ts'
import { cutText } from '../../platform/values/cut-text.ts'
import { type Html, html } from './html.ts'
import type { PageTexts } from './page-texts.ts'
import { sharedTable } from './shared-table.ts'

/** The page links it relatively, so that it also works below a path prefix. */
export const STYLESHEET_PATH = '/assets/shared-answer.css'

const TITLE_LENGTH_MAX = 80

interface PageOptions {
  readonly texts: PageTexts
  /** URL of the chart of a part, relative to the page. */
  readonly chartUrl: (part: number, theme: SharedTheme) => string
}

/** Themes of the charts of shared answers. */
export type SharedTheme = 'brand' | 'dark'

/** The page of a share link. All content of the answer is escaped: it cannot add markup, links or images. */
export const sharedAnswerPage = (
  { answer, link, organization }: OpenedShare,
  { texts, chartUrl }: PageOptions,
): string => {
  const { question, message, askedAt, tenantId, scopeId, sources, assumptions, parts } = answer
  const callerTexts = [
    tenantId === undefined ? undefined : texts.asTenant(tenantId),
    scopeId === undefined ? undefined : texts.inScope(scopeId),
  ].filter((words) => words !== undefined)
  return page(
    cutText(question, TITLE_LENGTH_MAX),
    texts,
    html`<header><p><bdi>${organization.name}</bdi> · ${texts.sharedAnswer}</p></header>
<main>
<h1 dir="auto">${question}</h1>
<p class="asked">${time(askedAt, texts, texts.asked)}${callerTexts.map((words) => html` · <bdi>${words}</bdi>`)}</p>
<div class="answer" dir="auto">${message}</div>
${parts.map((part, at) => partSection(part, at + 1, { texts, chartUrl }))}${list(texts.assumptions, assumptions)}${list(texts.sources, sources)}</main>
<footer><p>${texts.expires} ${time(link.expiresAt.toISOString(), texts)}. ${texts.copied}</p></footer>`,
  )
}

/** A page with one heading and one sentence, such as that of every invalid link, which is the same for all reasons. */
export const noticePage = (texts: PageTexts, heading: string, text: string): string =>
  page(
    heading,
    texts,
    html`<main>
<h1>${heading}</h1>
<p>${text}</p>
</main>`,
  )

const page = (title: string, { locale }: PageTexts, body: Html): string =>
  html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="stylesheet" href="..${STYLESHEET_PATH}">
</head>
<body>
${body}
</body>
</html>
`.text

const partSection = ({ title, result, chart, query }: SharedPart, id: number, options: PageOptions): Html => {
  const { texts, chartUrl } = options
  const picture =
    chart === undefined || ownPicture(chart) === undefined
      ? undefined
      : html`<figure><picture><source media="screen and (prefers-color-scheme: dark)" srcset="${chartUrl(id, 'dark')}"><img src="${chartUrl(id, 'brand')}" alt="${chart.alt}"></picture></figure>
`
  return html`<section>
${title === undefined ? undefined : html`<h2 dir="auto">${title}</h2>\n`}${picture}${sharedTable(result, { id, name: chart?.title ?? title ?? texts.data }, texts)}${
  query === undefined
    ? undefined
    : [code(`written-${id}`, texts.queryWritten, query.written), code(`run-${id}`, texts.queryRun, query.run)]
}</section>
`
}

const code = (id: string, heading: string, text: string): Html =>
  html`<h3 id="${id}">${heading}</h3>
<pre class="scrolls" role="region" aria-labelledby="${id}" tabindex="0"><code>${text}</code></pre>
`

const list = (heading: string, items: readonly string[]): Html | undefined =>
  items.length === 0
    ? undefined
    : html`<h2>${heading}</h2>
<ul>${items.map((item) => html`<li dir="auto">${item}</li>`)}</ul>
`

const time = (iso: string, { locale }: PageTexts, words = (at: string) => at): Html => {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return html`<time datetime="${iso}">${words(`${format.format(new Date(iso))} UTC`)}</time>`
}
