import { type components, type StreamedEvent, TabletalkError } from '../../../clients/typescript/src/index.ts'
import { type Reader, readerName } from '../reader.ts'
import type { IdentityTokens } from './identity-tokens.ts'
import { randomId } from './random-id.ts'
import { isRefusal, logRefusal } from './refusal.ts'
import { Service } from './service.ts'
import { storedConversation } from './stored-conversation.ts'
import { storedTurns } from './stored-turns.ts'
import { turnAfter } from './turn-after.ts'
import { isRunning, newTurn, type TurnView } from './turn-view.ts'

type Schemas = components['schemas']

export interface ChatState {
  /** `unreached`: the service did not answer; `refused`: it refuses the key, the token or the page. */
  readonly phase: 'loading' | 'ready' | 'refused' | 'unreached'
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

/** The conversation of one reader with the service. */
export class Chat {
  state: ChatState = {
    phase: 'loading',
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
  readonly #listener: ChatListener
  readonly #end = new AbortController()
  /** Ends what belongs to the shown conversation. */
  #thread = new AbortController()
  #conversationId: string | undefined
  #isLoaded = false

  constructor(reader: Reader, tokens: IdentityTokens, listener: ChatListener) {
    this.#reader = reader
    this.#listener = listener
    this.service = new Service(reader, tokens, this.#end.signal)
    this.#conversationId = storedConversation.get(readerName(reader))
    void this.#brand()
  }

  get isRunning(): boolean {
    return this.state.turns.some(isRunning)
  }

  /** Loads the conversation, the first time that it is shown. */
  load(): void {
    if (this.#isLoaded) return
    this.#isLoaded = true
    void this.#open(this.#conversationId)
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

  /** Cancels the running turn, or takes back a question that could not be sent. Its last event gives the outcome. */
  async stop(): Promise<void> {
    const turn = this.state.turns.find(isRunning)
    if (turn === undefined || turn.state === 'stopping') return
    if (turn.turnId === undefined && turn.isLost) {
      this.#thread.abort()
      this.#thread = new AbortController()
      return this.#change(turn.key, () => ({ state: 'cancelled' }))
    }
    this.#change(turn.key, () => ({ state: 'stopping' }))
    if (turn.turnId !== undefined) await this.#cancel(turn.key, turn.turnId)
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
      onLost: () => this.#change(key, () => ({ isLost: true })),
    }
  }

  async #consume(key: string, events: AsyncGenerator<StreamedEvent, void, undefined>): Promise<void> {
    const { signal } = this.#thread
    try {
      for await (const event of events) {
        this.#change(key, (turn) => turnAfter(turn, event))
        if (event.event === 'start') this.#started(key, event.data)
      }
      this.#announceEnd(key)
    } catch (error) {
      if (signal.aborted) return
      const failed = error instanceof TabletalkError ? error : new TabletalkError(String(error), { code: 'UNKNOWN' })
      this.#fail(key, failed)
    }
  }

  #started(key: string, { turn_id, conversation_id }: Schemas['StartEvent']['data']): void {
    this.#remember(conversation_id)
    if (this.#turn(key)?.state === 'stopping') void this.#cancel(key, turn_id)
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
    const { code, problem, message, retryAfter } = error
    this.#change(key, () => ({ state: 'failed', failure: { code, problem, message, retryAfter } }))
    this.#listener.onEvent('error', { code, message })
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
      else this.#set({ phase: 'unreached' })
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
    storedConversation.set(readerName(this.#reader), id)
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
