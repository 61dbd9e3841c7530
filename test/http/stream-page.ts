import type { Browser, Page } from 'playwright-core'

/** A page that follows a turn with the EventSource of the browser. */
export const STREAM_PAGE = `<!doctype html><script>
  const seen = { text: '', ids: [], opens: 0, errors: [], closed: false }
  const source = new EventSource('/stream')
  const take = (event) => {
    seen.ids.push(event.lastEventId)
    if (event.type === 'reset') seen.text = ''
    seen.text += JSON.parse(event.data).content
  }
  for (const name of ['start', 'status', 'message', 'reset', 'done']) source.addEventListener(name, take)
  source.onopen = () => { seen.opens += 1 }
  source.onerror = (event) => {
    if (event.data) seen.errors.push(JSON.parse(event.data).code)
    if (source.readyState === EventSource.CLOSED) seen.closed = true
  }
</script>`

export interface Seen {
  readonly text: string
  readonly ids: readonly string[]
  readonly opens: number
  readonly errors: readonly string[]
  readonly closed: boolean
}

/** A page that follows the stream of its origin; `until` returns what it has received once a condition holds in it. */
export interface StreamPage {
  readonly page: Page
  until(condition: string): Promise<Seen>
}

export const openStreamPage = async (browser: Browser, url: string): Promise<StreamPage> => {
  const page = await browser.newPage()
  await page.goto(url)
  return {
    page,
    async until(condition) {
      await page.waitForFunction(condition)
      return JSON.parse(await page.evaluate('JSON.stringify(seen)'))
    },
  }
}
