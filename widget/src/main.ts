import { DbChat } from './db-chat.ts'
import type { WidgetOptions } from './options.ts'

declare const WIDGET_VERSION: string

const NAME = 'db-chat'

interface InitOptions extends WidgetOptions {
  /** Where the element is appended; by default at the end of the page. */
  readonly target?: Element | undefined
}

/** Creates the element with these options, and appends it, as soon as the page has a body. */
const init = ({ target, ...options }: InitOptions): HTMLElement => {
  const element = Object.assign(document.createElement(NAME), options)
  const append = (): void => (target ?? document.body).append(element)
  if (target === undefined && document.body === null) document.addEventListener('DOMContentLoaded', append)
  else append()
  return element
}

// A second script must not replace what the first one has defined.
if (customElements.get(NAME) === undefined) {
  customElements.define(NAME, DbChat)
  Object.assign(window, { TabletalkWidget: { init, version: WIDGET_VERSION } })
} else console.info(`<${NAME}> is defined already; this second script of the widget does nothing.`)
