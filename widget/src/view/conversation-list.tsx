import { useEffect } from 'preact/hooks'
import { formatDay } from '../locale.ts'
import { useView } from './context.ts'

/** The reader's conversations, latest first. */
export const ConversationList = ({ onChosen }: { readonly onChosen: () => void }) => {
  const { chat, locale } = useView()
  const { texts } = locale
  const { conversations, phase } = chat.state
  useEffect(() => void chat.listConversations(), [chat])
  return (
    <nav class="messages" part="messages" aria-label={texts.conversations}>
      <p class="buttons">
        <button type="button" onClick={onChosen}>
          {texts.back}
        </button>
      </p>
      {conversations === undefined ? (
        phase !== 'refused' && <p class="hint">{texts.loading}</p>
      ) : conversations.length === 0 ? (
        <p class="hint">{texts.noConversations}</p>
      ) : (
        <ul class="conversations">
          {conversations.map(({ id, title, lastMessageAt }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => {
                  chat.show(id)
                  onChosen()
                }}
              >
                <bdi>{title}</bdi>
                <span>{formatDay(new Date(lastMessageAt), locale)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}
