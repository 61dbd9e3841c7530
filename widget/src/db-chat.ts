import { h, render } from 'preact'
import { Chat, type ChatEvents } from './chat/chat.ts'
import { frameTokens, isFramed } from './chat/frame-tokens.ts'
import { IdentityTokens, type TokenSource } from './chat/identity-tokens.ts'
import { localeOf } from './locale-of.ts'
import { FLAG_ATTRIBUTES, type RefreshIdentityToken, TEXT_ATTRIBUTES, type WidgetOptions } from './options.ts'
import { type Reader, readerName, readerOf } from './reader.ts'
import { SCRIPT_SERVICE_URL } from './service-url.ts'
import { styleSheet } from './style-sheet.ts'
import { Widget } from './view/widget.tsx'

/** The elements of this page by the names of their readers: each reader is shown once. */
const shownReaders = new Map<string, DbChat>()
/** Elements whose reader another one shows, until that is gone. */
const waiting = new Set<DbChat>()
/** What is typed here is no shortcut and no input of the page. */
const TYPING = ['keydown', 'keypress', 'keyup', 'beforeinput', 'input']

/** What lives while the element shows the chat of one reader. */
interface Session {
  readonly chat: Chat
  readonly reader: string
  readonly tokens: IdentityTokens
  readonly end: AbortController
}

const hindranceOf = ({ apiKey, serviceUrl }: Reader): string | undefined => {
  if (apiKey === '') return 'needs the attribute api-key, a database key (pk_…)'
  if (apiKey.startsWith('sk_'))
    return 'has a server key: a server key must not be in a page. Revoke it and use a database key (pk_…)'
  return serviceUrl === ''
    ? 'needs the attribute service-url, because its script is a module or does not come from the service'
    : undefined
}

/** `<db-chat>`: the chat of one reader with the service, independent of the styles and scripts of the page. */
export class DbChat extends HTMLElement {
  static readonly observedAttributes = [...Object.values({ ...TEXT_ATTRIBUTES, ...FLAG_ATTRIBUTES }), 'dir']

  declare apiKey: string | undefined
  declare databaseId: string | undefined
  declare tenantId: string | undefined
  declare scopeId: string | undefined
  declare identityToken: string | undefined
  declare position: string | undefined
  declare locale: string | undefined
  declare theme: string | undefined
  declare serviceUrl: string | undefined
  declare inline: boolean
  declare full: boolean
  readonly #root = this.attachShadow({ mode: 'open' })
  #refreshToken: RefreshIdentityToken | undefined
  #session: Session | undefined
  #isOpen = false
  #isUpdating = false

  constructor() {
    super()
    for (const type of TYPING) this.#root.addEventListener(type, (event) => event.stopPropagation())
  }

  connectedCallback(): void {
    this.#adoptProperties()
    this.#root.adoptedStyleSheets = [styleSheet()]
    this.#update()
  }

  disconnectedCallback(): void {
    this.#update()
  }

  attributeChangedCallback(): void {
    this.#update()
  }

  get refreshIdentityToken(): RefreshIdentityToken | undefined {
    return this.#refreshToken
  }

  set refreshIdentityToken(refresh: RefreshIdentityToken | undefined) {
    this.#refreshToken = refresh
    // A page may give it after the first request was refused without a token.
    if (refresh !== undefined && this.#session?.chat.state.phase === 'refused') this.#session.chat.retry()
  }

  open(): void {
    if (this.#isOpen || this.#session === undefined) return
    this.#isOpen = true
    this.#render()
    this.#dispatch('open')
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#render()
    this.#dispatch('close')
  }

  /** For a log-out: forgets the reader's conversation on this device and removes the element. A running turn goes on. */
  shutdown(): void {
    this.#session?.chat.forget()
    this.remove()
    this.#end()
  }

  /** Once for all changes of one task, so that a move in the document or several new attributes are one change. */
  #update(): void {
    if (this.#isUpdating) return
    this.#isUpdating = true
    queueMicrotask(() => {
      this.#isUpdating = false
      if (this.isConnected) this.#show()
      else this.#end()
    })
  }

  #show(): void {
    const options = this.#options()
    const reader = readerOf(options, SCRIPT_SERVICE_URL)
    const name = readerName(reader)
    if (this.#session?.reader === name) {
      this.#renew(this.#session, options.identityToken)
      return
    }
    this.#end()
    const shown = shownReaders.get(name)
    // It was removed in the same task.
    if (shown?.isConnected === false) shown.#end()
    const hindrance = hindranceOf(reader)
    if (hindrance !== undefined) {
      console.error(`<db-chat> ${hindrance}.`)
      return
    }
    if (shownReaders.has(name)) {
      waiting.add(this)
      console.warn('<db-chat> is shown already for the same key and reader; this second element shows nothing.')
      return
    }
    shownReaders.set(name, this)
    const end = new AbortController()
    const framed = this.full && isFramed() ? frameTokens(end.signal, (token) => this.#renew(session, token)) : undefined
    const tokens = new IdentityTokens(
      options.identityToken,
      () => this.#tokenSource() ?? framed,
      () => chat.readerRenewed(),
    )
    const nameOf = () => readerName(readerOf({ ...this.#options(), identityToken: tokens.token }, SCRIPT_SERVICE_URL))
    const chat = new Chat(reader, tokens, nameOf, {
      onChange: () => this.#render(),
      onEvent: (event, detail) => this.#dispatch(event, detail),
    })
    const session = { chat, tokens, end, reader: name }
    this.#session = session
    this.#render()
  }

  #tokenSource(): TokenSource | undefined {
    const { refreshIdentityToken: refresh } = this
    return refresh && { refresh, isAskedFirst: true }
  }

  /** A new token of the same reader: nothing is interrupted, and a refused chat tries again. */
  #renew({ tokens, chat }: Session, token: string | undefined): void {
    if (token !== undefined && token !== tokens.given) {
      tokens.give(token)
      if (chat.state.phase === 'refused') chat.retry()
    }
    this.#render()
  }

  #end(): void {
    const { chat, end, reader } = this.#session ?? {}
    this.#session = undefined
    chat?.end()
    end?.abort()
    waiting.delete(this)
    if (reader !== undefined) {
      shownReaders.delete(reader)
      for (const element of waiting) element.#update()
    }
    render(null, this.#root)
  }

  #render(): void {
    if (this.#session === undefined) return
    const { chat, tokens } = this.#session
    const options = this.#options()
    const reader = readerOf({ ...options, identityToken: tokens.token }, SCRIPT_SERVICE_URL)
    const widget = h(Widget, {
      chat,
      locale: localeOf(options.locale, this),
      theme: options.theme,
      position: options.position,
      serviceUrl: reader.serviceUrl,
      hasList: reader.scopeId !== undefined,
      mode: this.full ? 'full' : this.inline ? 'inline' : 'floating',
      isOpen: this.#isOpen,
      onOpen: () => this.open(),
      onClose: () => this.close(),
    })
    render(widget, this.#root)
  }

  #dispatch<Name extends keyof ChatEvents>(name: Name | 'open' | 'close', detail?: ChatEvents[Name]): void {
    this.dispatchEvent(new CustomEvent(name, { detail }))
  }

  #options(): WidgetOptions {
    const texts = Object.entries(TEXT_ATTRIBUTES).map(([name, attribute]) => [
      name,
      this.getAttribute(attribute) ?? undefined,
    ])
    return Object.fromEntries(texts)
  }

  /** Properties that were set before the element was defined hide the accessors. */
  #adoptProperties(): void {
    for (const name of [...Object.keys({ ...TEXT_ATTRIBUTES, ...FLAG_ATTRIBUTES }), 'refreshIdentityToken']) {
      const own = Object.getOwnPropertyDescriptor(this, name)
      if (own === undefined) continue
      Reflect.deleteProperty(this, name)
      Reflect.set(this, name, own.value)
    }
  }
}

for (const [name, attribute] of Object.entries(TEXT_ATTRIBUTES))
  Object.defineProperty(DbChat.prototype, name, {
    get(this: DbChat) {
      return this.getAttribute(attribute) ?? undefined
    },
    set(this: DbChat, value: unknown) {
      if (value === undefined || value === null) this.removeAttribute(attribute)
      else this.setAttribute(attribute, String(value))
    },
  })

for (const [name, attribute] of Object.entries(FLAG_ATTRIBUTES))
  Object.defineProperty(DbChat.prototype, name, {
    get(this: DbChat) {
      return this.hasAttribute(attribute)
    },
    set(this: DbChat, value: unknown) {
      this.toggleAttribute(attribute, Boolean(value))
    },
  })
