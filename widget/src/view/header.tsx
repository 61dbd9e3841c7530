import type { Logo } from '../look.ts'
import { useView } from './context.ts'
import { Icon } from './icon.tsx'
import { LogoPicture } from './logo-picture.tsx'

interface HeaderProps {
  readonly logo: Logo | undefined
  /** Undefined: there is no list, because these conversations are not one reader's. */
  readonly onList: (() => void) | undefined
  readonly isListed: boolean
  readonly onNew: () => void
  /** Undefined: the panel cannot be closed. */
  readonly onClose: (() => void) | undefined
}

export const Header = ({ logo, onList, isListed, onNew, onClose }: HeaderProps) => {
  const { chat, locale } = useView()
  const { texts } = locale
  return (
    <div class="header" part="header">
      {logo !== undefined && <LogoPicture key={logo.url} logo={logo} />}
      <h2 id="title">{texts.title}</h2>
      {onList !== undefined && (
        <button
          type="button"
          class="icon"
          aria-label={texts.conversations}
          title={texts.conversations}
          aria-pressed={isListed}
          onClick={onList}
        >
          <Icon name="history" />
        </button>
      )}
      {chat.state.turns.length > 0 && (
        <button
          type="button"
          class="icon"
          aria-label={texts.newConversation}
          title={texts.newConversation}
          onClick={onNew}
        >
          <Icon name="add" />
        </button>
      )}
      {onClose !== undefined && (
        <button type="button" class="icon" aria-label={texts.close} title={texts.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}
