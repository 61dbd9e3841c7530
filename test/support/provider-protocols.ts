import { type Protocol, type ProtocolReply, type ProtocolRequest, piecesOf } from './scripted-protocol.ts'

type Body = Readonly<Record<string, unknown>>

const event = (data: object, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`

const isOpen = ({ end }: ProtocolReply): boolean => end !== undefined

const countsOf = ({ inputTokens = 2_000, cachedTokens = 0, outputTokens = 20, thoughtTokens = 0 }: ProtocolReply) => ({
  inputTokens,
  cachedTokens,
  outputTokens,
  thoughtTokens,
})

const unknownField = (body: Body, known: readonly string[]): string | undefined =>
  Object.keys(body).find((name) => !known.includes(name))

const recordOf = (value: unknown): Body => (typeof value === 'object' && value !== null ? { ...value } : {})

const listOf = (value: unknown): readonly Body[] => (Array.isArray(value) ? value.map(recordOf) : [])

const promptTokens = (value: unknown): number => Math.ceil(JSON.stringify(value ?? '').length / 4)

const openai: Protocol = {
  contentType: 'text/event-stream',
  refusal: () => undefined,
  frames(reply) {
    const { inputTokens, cachedTokens, outputTokens } = countsOf(reply)
    const chunk = (delta: object, finish: string | null = null) =>
      event({
        id: 'c',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'm',
        choices: [{ index: 0, delta, finish_reason: finish }],
      })
    const declined = reply.finish === 'declined'
    const said = piecesOf(reply.text ?? '').map((piece) => chunk(declined ? { refusal: piece } : { content: piece }))
    if (reply.end === 'error') return [...said, event({ error: { message: 'overloaded', type: 'server_error' } })]
    if (isOpen(reply)) return said
    const finish = { stop: 'stop', length: 'length', declined: 'stop', blocked: 'content_filter' }[
      reply.finish ?? 'stop'
    ]
    const usage = {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
      prompt_tokens_details: { cached_tokens: cachedTokens },
    }
    return [
      chunk({ role: 'assistant', content: '' }),
      ...said,
      chunk({}, finish),
      event({ choices: [], usage }),
      'data: [DONE]\n\n',
    ]
  },
}

const ANTHROPIC_FIELDS = [
  ...['model', 'max_tokens', 'messages', 'system', 'tools', 'tool_choice', 'stream', 'stop_sequences', 'temperature'],
  ...['top_k', 'top_p', 'metadata', 'thinking', 'service_tier', 'output_config', 'cache_control'],
]

const anthropicError = (status: number, type: string, message: string): ProtocolReply => ({
  status,
  body: { type: 'error', error: { type, message }, request_id: 'req_1' },
})

const anthropic: Protocol = {
  contentType: 'text/event-stream; charset=utf-8',
  refusal({ path, headers, body }) {
    const invalid = (message: string) => anthropicError(400, 'invalid_request_error', message)
    if (path !== '/v1/messages') return anthropicError(404, 'not_found_error', 'Not found')
    if (headers['x-api-key'] === undefined) return anthropicError(401, 'authentication_error', 'x-api-key is required')
    if (headers['anthropic-version'] === undefined) return invalid('anthropic-version: header is required')
    const unknown = unknownField(body, ANTHROPIC_FIELDS)
    if (unknown !== undefined) return invalid(`${unknown}: Extra inputs are not permitted`)
    for (const name of ['model', 'max_tokens', 'messages'])
      if (body[name] === undefined) return invalid(`${name}: Field required`)
    const tools = listOf(body.tools)
    if (tools.some(({ input_schema: schema }) => recordOf(schema).type !== 'object'))
      return invalid('tools.0.custom.input_schema.type: Field required')
    const { type, name } = recordOf(body.tool_choice)
    if (type === 'tool' && !tools.some((tool) => tool.name === name))
      return invalid(`Tool '${name}' not found in provided tools`)
    if (listOf(body.messages).some(({ role }) => role !== 'user' && role !== 'assistant'))
      return invalid('messages.0.role: Input should be "user" or "assistant"')
    return undefined
  },
  frames(reply, { body }) {
    const { inputTokens, cachedTokens, outputTokens } = countsOf(reply)
    const usage = {
      input_tokens: inputTokens - cachedTokens,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: cachedTokens,
      output_tokens: 3,
    }
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      stop_reason: null,
      usage,
    }
    const isTool = body.tool_choice !== undefined && reply.finish !== 'declined'
    const block = isTool ? { type: 'tool_use', id: 'toolu_1', name: 'draft', input: {} } : { type: 'text', text: '' }
    const delta = (piece: string) =>
      isTool ? { type: 'input_json_delta', partial_json: piece } : { type: 'text_delta', text: piece }
    const said = [
      event({ type: 'message_start', message }, 'message_start'),
      event({ type: 'content_block_start', index: 0, content_block: block }, 'content_block_start'),
      event({ type: 'ping' }, 'ping'),
      ...piecesOf(reply.text ?? '').map((piece) =>
        event({ type: 'content_block_delta', index: 0, delta: delta(piece) }, 'content_block_delta'),
      ),
    ]
    if (reply.end === 'error')
      return [...said, event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'error')]
    if (isOpen(reply)) return said
    const ends = {
      stop: isTool ? 'tool_use' : 'end_turn',
      length: 'max_tokens',
      declined: 'refusal',
      blocked: 'refusal',
    }
    return [
      ...said,
      event({ type: 'content_block_stop', index: 0 }, 'content_block_stop'),
      event(
        {
          type: 'message_delta',
          delta: { stop_reason: ends[reply.finish ?? 'stop'], stop_sequence: null },
          usage: { output_tokens: outputTokens },
        },
        'message_delta',
      ),
      event({ type: 'message_stop' }, 'message_stop'),
    ]
  },
}

const GEMINI_FIELDS = ['contents', 'systemInstruction', 'generationConfig', 'safetySettings', 'tools', 'toolConfig']
const GENERATION_FIELDS = [
  ...['stopSequences', 'maxOutputTokens', 'temperature', 'topP', 'topK', 'responseMimeType', 'responseSchema'],
  'thinkingConfig',
]
const SCHEMA_FIELDS = [
  ...['type', 'format', 'title', 'description', 'nullable', 'enum', 'items', 'minItems', 'maxItems', 'properties'],
  ...['required', 'propertyOrdering', 'anyOf', 'minimum', 'maximum'],
]

/** The first word of a schema that Gemini's parser does not know, or a list where it knows none. */
const foreignWord = (schema: Body): string | undefined => {
  if (typeof schema.type !== 'string') return 'type'
  const unknown = unknownField(schema, SCHEMA_FIELDS)
  if (unknown !== undefined) return unknown
  const inner = [...Object.values(recordOf(schema.properties)), ...(schema.items === undefined ? [] : [schema.items])]
  return inner.map((part) => foreignWord(recordOf(part))).find((word) => word !== undefined)
}

const gemini: Protocol = {
  contentType: 'text/event-stream',
  refusal({ path, headers, body }) {
    const error = (code: number, status: string, message: string) => ({
      status: code,
      body: { error: { code, message, status } },
    })
    if (!/^\/v1beta\/models\/[\w.-]+:streamGenerateContent\?alt=sse$/.test(path))
      return error(404, 'NOT_FOUND', 'Not found')
    if (headers['x-goog-api-key'] === undefined)
      return error(403, 'PERMISSION_DENIED', 'The request is missing a valid API key.')
    const generation = recordOf(body.generationConfig)
    const unknown =
      unknownField(body, GEMINI_FIELDS) ??
      unknownField(generation, GENERATION_FIELDS) ??
      (generation.responseSchema === undefined ? undefined : foreignWord(recordOf(generation.responseSchema)))
    if (unknown !== undefined)
      return error(
        400,
        'INVALID_ARGUMENT',
        `Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`,
      )
    if (listOf(body.contents).some(({ role }) => role !== 'user' && role !== 'model'))
      return error(400, 'INVALID_ARGUMENT', 'Please use a valid role: user, model.')
    return undefined
  },
  frames(reply) {
    const { inputTokens, cachedTokens, outputTokens, thoughtTokens } = countsOf(reply)
    // As the real one does, each event tells what there is so far.
    const usageMetadata = (candidatesTokenCount: number) => ({
      promptTokenCount: inputTokens,
      candidatesTokenCount,
      thoughtsTokenCount: thoughtTokens,
      cachedContentTokenCount: cachedTokens,
      totalTokenCount: inputTokens + candidatesTokenCount + thoughtTokens,
    })
    if (reply.finish === 'blocked')
      return [event({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: usageMetadata(0) })]
    const said = piecesOf(reply.text ?? '').map((text, at) =>
      event({
        candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }],
        usageMetadata: usageMetadata(at + 1),
      }),
    )
    if (reply.end === 'error')
      return [...said, event({ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } })]
    if (isOpen(reply)) return said
    const finishReason = { stop: 'STOP', length: 'MAX_TOKENS', declined: 'SAFETY' }[reply.finish ?? 'stop']
    // The last one has no content.
    return [...said, event({ candidates: [{ finishReason, index: 0 }], usageMetadata: usageMetadata(outputTokens) })]
  },
}

const MISTRAL_FIELDS = [
  ...['model', 'messages', 'stream', 'temperature', 'top_p', 'max_tokens', 'random_seed', 'safe_prompt', 'tools'],
  ...['tool_choice', 'response_format', 'presence_penalty', 'frequency_penalty', 'n', 'stop', 'prediction'],
]

const mistral: Protocol = {
  contentType: 'text/event-stream; charset=utf-8',
  refusal({ path, headers, body }) {
    if (path !== '/v1/chat/completions') return { status: 404, body: { message: 'no Route matched with those values' } }
    if (!/^Bearer ./.test(headers.authorization ?? '')) return { status: 401, body: { detail: 'Unauthorized' } }
    const format = recordOf(body.response_format)
    const schema = recordOf(format.json_schema)
    const unknown =
      unknownField(body, MISTRAL_FIELDS) ??
      unknownField(format, ['type', 'json_schema']) ??
      unknownField(schema, ['name', 'description', 'schema', 'strict'])
    if (unknown === undefined && (format.type !== 'json_schema' || schema.schema !== undefined)) return undefined
    const detail = [
      { type: 'extra_forbidden', loc: ['body', unknown], msg: 'Extra inputs are not permitted', input: 1 },
    ]
    return { status: 422, body: { detail } }
  },
  frames(reply) {
    const { inputTokens, outputTokens } = countsOf(reply)
    const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
      event({
        id: 'c',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'm',
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...more,
      })
    const said = [
      chunk({ role: 'assistant', content: '' }),
      ...piecesOf(reply.text ?? '').map((content) => chunk({ content })),
    ]
    const usage = {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    }
    if (reply.end === 'error') return [...said, chunk({ content: '' }, 'error', { usage }), 'data: [DONE]\n\n']
    if (isOpen(reply)) return said
    return [
      ...said,
      chunk({ content: '' }, reply.finish === 'length' ? 'length' : 'stop', { usage }),
      'data: [DONE]\n\n',
    ]
  },
}

/** @param version `0.12.5` knows neither `truncate` nor `shift`, and cuts a prompt in silence */
export const ollamaOf = (version: '0.12.5' | '0.12.6', windowMax = Number.POSITIVE_INFINITY): Protocol => ({
  contentType: 'application/x-ndjson',
  refusal(request) {
    const { path, body } = request
    if (path !== '/api/chat') return { status: 404, body: { error: '404 page not found' } }
    if (typeof body.model !== 'string') return { status: 400, body: { error: 'model is required' } }
    const isFormat = body.format === undefined || body.format === 'json' || recordOf(body.format).type === 'object'
    if (!isFormat) return { status: 400, body: { error: 'invalid format: expected "json" or a JSON schema' } }
    const isTooLong = promptTokens(body.messages) > windowOf(request, windowMax)
    return isTooLong && version === '0.12.6' && body.truncate === false
      ? { status: 400, body: { error: 'the input length exceeds the context length' } }
      : undefined
  },
  frames(reply, request) {
    const line = (message: object, more: object = { done: false }) =>
      `${JSON.stringify({ model: 'm', created_at: '2026-11-27T00:00:00Z', message: { role: 'assistant', ...message }, ...more })}\n`
    const said = piecesOf(reply.text ?? '').map((content) => line({ content }))
    if (reply.end === 'error')
      return [...said, `${JSON.stringify({ error: 'an error was encountered while running the model' })}\n`]
    if (isOpen(reply)) return said
    const read = reply.inputTokens ?? Math.min(promptTokens(request.body.messages), windowOf(request, windowMax))
    const counts = { prompt_eval_count: read, eval_count: countsOf(reply).outputTokens }
    return [
      ...said,
      line({ content: '' }, { done: true, done_reason: reply.finish === 'length' ? 'length' : 'stop', ...counts }),
    ]
  },
})

/** Its own is small. */
const windowOf = ({ body }: ProtocolRequest, windowMax: number): number => {
  const { num_ctx: asked } = recordOf(body.options)
  return Math.min(typeof asked === 'number' ? asked : 4_096, windowMax)
}

export const PROTOCOLS = { openai, anthropic, 'google-genai': gemini, mistral, ollama: ollamaOf('0.12.6') } as const
