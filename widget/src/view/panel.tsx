import { useEffect, useRef, useState } from 'preact/hooks'
import { isRunning } from '../../../clients/typescript/src/index.ts'
import type { Logo } from '../look.ts'
import { Composer } from './composer.tsx'
import { useView } from './context.ts'
import { ConversationList } from './conversation-list.tsx'
import { trapFocus } from './focus-trap.ts'
import { Header } from './header.tsx'
import { Messages } from './messages.tsx'
import { endText, failureText, stageText } from './turn-text.ts'

interface PanelProps {
  readonly logo: Logo | undefined
  readonly isDialog: boolean
  readonly isModal: boolean
  readonly hasList: boolean
  readonly onClose: (() => void) | undefined
}

/** The chat itself. */
export const Panel = ({ logo, isDialog, isModal, hasList, onClose }: PanelProps) => {
  const { chat, locale } = useView()
  const { texts } = locale
  const { phase, branding, failure } = chat.state
  const [isListed, setListed] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const announcement = useAnnouncement()
  const isRefused = phase === 'refused'
  useEffect(() => {
    chat.load()
    if (isDialog) field.current?.focus()
  }, [chat, isDialog])
  const pressed = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    if (event.key === 'Escape' && onClose !== undefined) {
      // A dialog of the page stays open.
      event.preventDefault()
      onClose()
    }
    if (event.key === 'Tab' && isModal) trapFocus(event, event.currentTarget)
  }
  const backToField = () => {
    setListed(false)
    field.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only the dialog is modal
    // biome-ignore lint/a11y/noStaticElementInteractions: both roles contain what is typed in
    <div
      class="panel"
      part="panel"
      role={isDialog ? 'dialog' : 'region'}
      aria-modal={isModal ? true : undefined}
      aria-labelledby="title"
      onKeyDown={pressed}
    >
      <Header
        logo={logo}
        isListed={isListed}
        onList={hasList ? () => setListed(!isListed) : undefined}
        onNew={() => {
          chat.show(undefined)
          backToField()
        }}
        onClose={onClose}
      />
      {isListed ? <ConversationList onChosen={backToField} /> : <Messages onAsked={() => field.current?.focus()} />}
      {(isRefused || phase === 'unreached') && (
        <div class="notice blocked" role="alert">
          <p dir="auto">{isRefused || failure === undefined ? texts.unavailable : failureText(failure, locale)}</p>
          <button type="button" onClick={() => chat.retry()}>
            {texts.tryAgain}
          </button>
        </div>
      )}
      <Composer field={field} />
      {branding?.hide_service_branding !== true && <p class="service">Tabletalk</p>}
      <p class="unseen" role="status">
        {announcement}
      </p>
    </div>
  )
}

/** The sentence about a turn that has ended while it was shown. */
const useAnnouncement = (): string => {
  const { chat, locale } = useView()
  const { turns } = chat.state
  const watched = useRef<string | undefined>(undefined)
  const running = turns.find(isRunning)
  if (running !== undefined) watched.current = running.key
  const ended = turns.find(({ key }) => key === watched.current)
  if (running?.delay !== undefined) return stageText(running, locale)
  return running !== undefined || ended === undefined ? '' : endText(ended, locale)
}
