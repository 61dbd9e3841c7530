import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Chat } from '../chat/chat.ts'
import type { Locale } from '../locale.ts'
import { coloursOf, logoOf } from '../look.ts'
import { type Position, positionOf } from '../options.ts'
import { type View, ViewContext } from './context.ts'
import { Icon } from './icon.tsx'
import { Panel } from './panel.tsx'
import { useMedia } from './use-media.ts'

export interface WidgetProps {
  readonly chat: Chat
  readonly locale: Locale
  readonly theme: string | undefined
  readonly serviceUrl: string
  /** The page's choice; without it, that of the branding. */
  readonly position: string | undefined
  readonly mode: 'floating' | 'inline' | 'full'
  readonly isOpen: boolean
  /** Whether the conversations are those of one reader. */
  readonly hasList: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
}

const PHONE = '(max-width: 479.98px)'

/** The launcher and the panel, in the colours of the organization. */
export const Widget = (props: WidgetProps) => {
  const { chat, locale, theme, serviceUrl, mode, isOpen, hasList, onOpen, onClose } = props
  const prefersDark = useMedia('(prefers-color-scheme: dark)')
  const isPhone = useMedia(PHONE)
  const isDark = theme === 'dark' || (theme !== 'light' && prefersDark)
  const launcher = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) launcher.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const { branding, isBranded } = chat.state
  const colours = useMemo(() => coloursOf(branding, isDark), [branding, isDark])
  const isFloating = mode === 'floating'
  const position: Position = positionOf(props.position, branding?.widget_theme.position)
  // A new object, so that everything is rendered with the new state.
  const view: View = { chat, locale, isDark }
  return (
    <ViewContext.Provider value={view}>
      <div
        class={`root ${mode} ${position} ${isDark ? 'dark' : 'light'}`}
        lang={locale.texts.language}
        dir={locale.direction}
        style={colours}
      >
        {isFloating && isBranded && !isOpen && (
          <button
            ref={launcher}
            type="button"
            class="launcher"
            part="launcher"
            aria-label={locale.texts.open(locale.texts.title)}
            aria-haspopup="dialog"
            onClick={onOpen}
          >
            <Icon name="chat" size={26} />
          </button>
        )}
        {(isOpen || !isFloating) && (
          <Panel
            key={chat}
            logo={logoOf(branding, isDark, serviceUrl)}
            isDialog={isFloating}
            isModal={isFloating && isPhone}
            hasList={hasList}
            onClose={isFloating ? onClose : undefined}
          />
        )}
      </div>
    </ViewContext.Provider>
  )
}
