import {
  type components,
  failureOf,
  isRunning,
  newTurn,
  randomId,
  type StreamedEvent,
  TabletalkError,
  type TurnFailure,
  turnAfter,
} from '../../../clients/typescript/src/index.ts'
import type { Reader } from '../reader.ts'
import type { IdentityTokens } from './identity-tokens.ts'
import { isRefusal, logRefusal } from './refusal.ts'
import { Service } from './service.ts'
import { storedConversation } from './stored-conversation.ts'
import { storedTurns } from './stored-turns.ts'
import type { TurnView } from './turn-view.ts'

type Schemas = components['schemas']

export interface ChatState {
  /** `unreached`: the service did not answer; `refused`: it refuses the key, the token or the page. */
  readonly phase: 'loading' | 'ready' | 'refused' | 'unreached'
  /** Why it is not reached. */
  readonly failure: TurnFailure | undefined
  readonly branding: Schemas['Branding'] | undefined
  /** Whether the branding is known, or cannot be. */
  readonly isBranded: boolean
  readonly turns: readonly TurnView[]
  readonly starters: readonly string[]
  readonly conversations: readonly Schemas['Conversation'][] | undefined
  readonly draft: string
  /** Whether the key may export rows, as far as it is known. */
  readonly mayExport: boolean
}

/** What the element tells its page. */
export interface ChatEvents {
  answer: {
    readonly turnId: string
    readonly messageId: string
    readonly conversationId: string
    readonly text: string
  }
  error: { readonly code: string; readonly message: string }
}

interface ChatListener {
  readonly onChange: () => void
  readonly onEvent: <Name extends keyof ChatEvents>(name: Name, detail: ChatEvents[Name]) => void
}

/** How long the launcher waits for its colours and its corner. */
const BRANDING_WAIT_MS = 2_000

/** The conversation of one reader with the service. */
export class Chat {
  state: ChatState = {
    phase: 'loading',
    failure: undefined,
    branding: undefined,
    isBranded: false,
    turns: [],
    starters: [],
    conversations: undefined,
    draft: '',
    mayExport: true,
  }
  readonly service: Service
  readonly #reader: Reader
  readonly #tokens: IdentityTokens
  /** The name of the reader whose token is sent at the moment. */
  readonly #nameOf: () => string
  readonly #listener: ChatListener
  readonly #end = new AbortController()
  /** Ends what belongs to the shown conversation. */
  #thread = new AbortController()
  #conversationId: string | undefined
  /** Whose conversation is shown; undefined: none yet. */
  #name: string | undefined
  #isLoaded = false

  constructor(reader: Reader, tokens: IdentityTokens, nameOf: () => string, listener: ChatListener) {
    this.#reader = reader
    this.#tokens = tokens
    this.#nameOf = nameOf
    this.#listener = listener
    this.service = new Service(reader, tokens, this.#end.signal)
    // A launcher in default colours is better than none.
    setTimeout(() => this.#set({ isBranded: true }), BRANDING_WAIT_MS)
    void this.#brand()
  }

  get isRunning(): boolean {
    return this.state.turns.some(isRunning)
  }

  /** Loads the conversation, the first time that it is shown. */
  load(): void {
    if (this.#isLoaded) return
    this.#isLoaded = true
    void this.#restore()
  }

  /** Opens the conversation of the reader of a new token, if that is another reader. */
  readerRenewed(): void {
    if (this.#name === undefined || this.#nameOf() === this.#name) return
    this.#name = this.#nameOf()
    const id = storedConversation.get(this.#name)
    if (id !== this.#conversationId) void this.#open(id)
  }

  /** Tries again after a refusal or without a connection. */
  retry(): void {
    if (this.state.branding === undefined) void this.#brand()
    void this.#open(this.#conversationId)
  }

  /** Shows another conversation; undefined: a new one. A running turn of the current one goes on in the service. */
  show(id: string | undefined): void {
    this.#remember(id)
    void this.#open(id)
  }

  async listConversations(): Promise<void> {
    await this.#guarded(async () => this.#set({ conversations: await this.service.conversations() }))
  }

  setDraft(draft: string): void {
    this.#set({ draft })
  }

  /** Asks a question, unless one is running. */
  ask(question: string): void {
    if (this.isRunning || this.state.phase !== 'ready' || question.trim() === '') return
    const turn = newTurn(randomId(), question)
    this.#set({ turns: [...this.state.turns, turn], draft: '' })
    const id = this.#conversationId
    const { databaseId: database_id } = this.#reader
    const asked = { message: question, ...(id === undefined ? { database_id } : { conversation_id: id }) }
    const options = { idempotencyKey: turn.key, ...this.#following(turn.key) }
    void this.#consume(turn.key, this.service.stream(asked, options))
  }

  /** Cancels the running turn, whose last event gives the outcome, or takes back a question that was not accepted yet. */
  async stop(): Promise<void> {
    const turn = this.state.turns.find(isRunning)
    if (turn === undefined || turn.state === 'stopping') return
    if (turn.turnId === undefined) {
      // A question on its way is cancelled once the service has accepted it.
      if (turn.delay !== undefined || this.#tokens.isAwaited) {
        this.#thread.abort()
        this.#thread = new AbortController()
      }
      return this.#change(turn.key, () => ({ state: 'cancelled' }))
    }
    this.#change(turn.key, () => ({ state: 'stopping' }))
    await this.#cancel(turn.key, turn.turnId)
  }

  /** Loses interest: the turn goes on in the service. */
  end(): void {
    this.#end.abort()
    this.#thread.abort()
  }

  forget(): void {
    this.#remember(undefined)
  }

  forbidExport(): void {
    this.#set({ mayExport: false })
  }

  async #restore(): Promise<void> {
    // Whose conversation it is, a token may say.
    await this.#tokens.sent()
    if (this.#end.signal.aborted) return
    this.#name = this.#nameOf()
    await this.#open(storedConversation.get(this.#name))
  }

  async #brand(): Promise<void> {
    try {
      this.#set({ branding: await this.service.branding() })
    } catch (error) {
      // Without a branding the chat has its default colours.
      if (!this.#end.signal.aborted && error instanceof TabletalkError && isRefusal(error)) this.#refuse(error)
    }
    this.#set({ isBranded: true })
  }

  async #open(id: string | undefined, follows = true): Promise<void> {
    this.#thread.abort()
    this.#thread = new AbortController()
    const { signal } = this.#thread
    this.#conversationId = id
    // A new conversation does not wait for questions to offer.
    this.#set({ phase: id === undefined ? 'ready' : 'loading', turns: [] })
    await this.#guarded(async () => {
      if (id === undefined) return this.#set({ starters: await this.#starters() })
      const turns = await this.#stored(id, signal)
      if (!signal.aborted) this.#set({ phase: 'ready', turns })
    }, signal)
    if (id === undefined) return
    const running = this.state.turns.find(isRunning)
    if (signal.aborted || running === undefined) return
    if (!follows) return this.#change(running.key, () => ({ state: 'answered' }))
    const from = { conversation_id: id, last_event_id: `${running.key}.0` }
    void this.#consume(running.key, this.service.follow(from, this.#following(running.key)))
  }

  async #starters(): Promise<readonly string[]> {
    try {
      return await this.service.starters()
    } catch (error) {
      if (error instanceof TabletalkError && !isRefusal(error) && error.status !== 0) return []
      throw error
    }
  }

  async #stored(id: string, signal: AbortSignal): Promise<readonly TurnView[]> {
    try {
      return storedTurns(await this.service.messages(id, signal))
    } catch (error) {
      if (!(error instanceof TabletalkError) || error.status !== 404) throw error
      // It was deleted, or belongs to another reader.
      this.#remember(undefined)
      return []
    }
  }

  #following(key: string) {
    return {
      signal: this.#thread.signal,
      reconnects: Number.POSITIVE_INFINITY,
      onLost: (error: TabletalkError) => {
        // A question that was taken back is not sent again.
        if (this.#isWithdrawn(key)) throw error
        this.#change(key, () => ({ delay: failureOf(error) }))
      },
    }
  }

  async #consume(key: string, events: AsyncGenerator<StreamedEvent, void, undefined>): Promise<void> {
    const { signal } = this.#thread
    try {
      for await (const event of events) {
        if (this.#isWithdrawn(key)) {
          if (event.event === 'start') await this.#cancel(key, event.data.turn_id)
          return
        }
        this.#change(key, (turn) => turnAfter({ ...turn, delay: undefined }, event))
        if (event.event === 'start') this.#remember(event.data.conversation_id)
      }
      this.#announceEnd(key)
    } catch (error) {
      if (signal.aborted || this.#isWithdrawn(key)) return
      const failed = error instanceof TabletalkError ? error : new TabletalkError(String(error), { code: 'UNKNOWN' })
      this.#fail(key, failed)
    }
  }

  /** Whether a question was taken back before the service accepted it. */
  #isWithdrawn(key: string): boolean {
    const turn = this.#turn(key)
    return turn?.state === 'cancelled' && turn.turnId === undefined
  }

  #fail(key: string, error: TabletalkError): void {
    // All events are gone, or another page of the reader has asked meanwhile: the history has it.
    if (error.status === 204) return void this.#open(this.#conversationId, false)
    const turn = this.#turn(key)
    const isUnasked = turn?.turnId === undefined
    const draft = isUnasked && turn !== undefined ? turn.question : this.state.draft
    const others = this.state.turns.filter((one) => one !== turn)
    if (error.problem === 'turn_running' || isRefusal(error)) {
      this.#set({ draft, turns: isUnasked ? others : this.state.turns })
      if (isRefusal(error)) this.#refuse(error)
      else void this.#open(this.#conversationId)
      return
    }
    this.#change(key, () => ({ state: 'failed', failure: failureOf(error) }))
    this.#listener.onEvent('error', { code: error.code, message: error.message })
  }

  #announceEnd(key: string): void {
    const { turnId = '', messageId = '', text, state, failure } = this.#turn(key) ?? newTurn(key, '')
    const conversationId = this.#conversationId ?? ''
    if (state === 'answered') this.#listener.onEvent('answer', { turnId, messageId, conversationId, text })
    if (failure !== undefined) this.#listener.onEvent('error', { code: failure.code, message: failure.message })
  }

  async #cancel(key: string, turnId: string): Promise<void> {
    try {
      await this.service.cancel(turnId)
    } catch {
      // If the turn has ended meanwhile, nothing is cancelled, and its end will arrive.
      this.#change(key, ({ state }) => ({ state: state === 'stopping' ? 'running' : state }))
    }
  }

  /** Does work that a refusal or a lost connection ends. */
  async #guarded(work: () => Promise<void>, signal = this.#end.signal): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (signal.aborted || this.#end.signal.aborted) return
      const known = error instanceof TabletalkError ? error : new TabletalkError(String(error), { code: 'UNKNOWN' })
      if (isRefusal(known)) this.#refuse(known)
      else this.#set({ phase: 'unreached', failure: failureOf(known) })
      if (known.status === 0) logRefusal(known)
    }
  }

  #refuse(error: TabletalkError): void {
    const isKnown = this.state.phase === 'refused'
    this.#set({ phase: 'refused' })
    if (isKnown) return
    logRefusal(error)
    this.#listener.onEvent('error', { code: error.code, message: error.message })
  }

  #remember(id: string | undefined): void {
    this.#conversationId = id
    storedConversation.set(this.#nameOf(), id)
  }

  #turn(key: string): TurnView | undefined {
    return this.state.turns.find((turn) => turn.key === key)
  }

  #change(key: string, changed: (turn: TurnView) => Partial<TurnView>): void {
    this.#set({ turns: this.state.turns.map((turn) => (turn.key === key ? { ...turn, ...changed(turn) } : turn)) })
  }

  #set(changed: Partial<ChatState>): void {
    if (this.#end.signal.aborted) return
    this.state = { ...this.state, ...changed }
    this.#listener.onChange()
  }
}
