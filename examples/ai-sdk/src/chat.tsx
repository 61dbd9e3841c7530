import { useChat } from '@ai-sdk/react'
import { type FormEvent, useEffect, useState } from 'react'
import { Answer } from './answer.tsx'
import type { AnswerMessage } from './answer-message.ts'
import { cancelTurn, transport } from './service.ts'

/**
 * A chat that survives a reload and a restart of the service.
 *
 * @param id of the conversation, or a new name
 * @param history its messages
 */
export const Chat = ({ id, history }: { id: string; history: AnswerMessage[] }) => {
  const [progress, setProgress] = useState('')
  const [question, setQuestion] = useState('')
  const chat = useChat<AnswerMessage>({
    id,
    messages: history,
    transport,
    // Goes on with the turn that is running, also one that began before a reload.
    resume: true,
    onData: ({ type, data }) => type === 'data-status' && setProgress(data.message),
    onFinish: ({ finishReason, isAbort, isDisconnect, isError }) => {
      setProgress('')
      // Only a turn that has ended has a reason: this stream was cut off.
      if (isDisconnect || (finishReason === undefined && !isAbort && !isError)) void chat.resumeStream()
    },
  })
  const { messages, status, error } = chat
  const isRunning = status === 'submitted' || status === 'streaming'
  const { turn_id: turnId, conversation_id: conversationId } = messages.at(-1)?.metadata ?? {}

  useEffect(() => {
    if (conversationId !== undefined) window.history.replaceState(null, '', `?chat=${conversationId}`)
  }, [conversationId])

  const ask = (text: string): void => {
    if (!isRunning && text.trim() !== '') void chat.sendMessage({ text })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    ask(question)
    setQuestion('')
  }
  return (
    <>
      <div role="log">
        {messages.map((message) => (
          <Answer key={message.id} message={message} onAsk={ask} />
        ))}
      </div>
      <p role="status">{isRunning ? progress || 'Sending' : ''}</p>
      {error !== undefined && <p role="alert">{error.message}</p>}
      <form onSubmit={submit}>
        <input
          aria-label="Question"
          placeholder="How many customers are there?"
          value={question}
          onChange={({ target }) => setQuestion(target.value)}
        />
        {isRunning ? (
          <button
            type="button"
            onClick={() => void (turnId === undefined ? chat.stop() : cancelTurn(turnId).catch(console.warn))}
          >
            Stop
          </button>
        ) : (
          <button type="submit">Ask</button>
        )}
      </form>
    </>
  )
}
