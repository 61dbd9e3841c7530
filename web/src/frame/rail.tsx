import { Link, type LinkProps } from '@tanstack/react-router'
import {
  ChartColumn,
  ChevronLeft,
  CreditCard,
  Database,
  FlaskConical,
  History,
  KeyRound,
  type LucideIcon,
  Menu as MenuIcon,
  MessageSquare,
  MessagesSquare,
  Palette,
  ReceiptText,
  ShieldCheck,
  Users,
  Webhook,
} from 'lucide-react'
import { useState } from 'react'
import '../styles/manage.css'
import type { Texts } from '../i18n/en.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { rail as chosenWidth } from '../ui/preferences.ts'
import { useMedia } from '../ui/use-media.ts'
import { mayOpen, type Needs, type Role } from './role.ts'
import { useIsNarrow } from './use-is-narrow.ts'

interface Entry {
  readonly page: keyof Texts['pages']
  readonly to: NonNullable<LinkProps['to']>
  readonly icon: LucideIcon
  readonly needs: Needs
}

const ASK: Entry = { page: 'ask', to: '/ask/{-$conversation}', icon: MessageSquare, needs: 'admin' }
const DATABASES: Entry = { page: 'databases', to: '/databases', icon: Database, needs: 'admin' }

const GROUPS: readonly (readonly [
  undefined | 'data' | 'access' | 'product' | 'account' | 'operators',
  readonly Entry[],
])[] = [
  [undefined, [ASK]],
  ['data', [DATABASES, { page: 'evaluation', to: '/evaluation', icon: FlaskConical, needs: 'admin' }]],
  [
    'access',
    [
      { page: 'people', to: '/people', icon: Users, needs: 'admin' },
      { page: 'keys', to: '/keys', icon: KeyRound, needs: 'admin' },
      { page: 'sso', to: '/sso-settings', icon: ShieldCheck, needs: 'owner' },
    ],
  ],
  [
    'product',
    [
      { page: 'branding', to: '/theme', icon: Palette, needs: 'admin' },
      { page: 'personalities', to: '/personalities', icon: MessagesSquare, needs: 'admin' },
      { page: 'webhooks', to: '/webhooks', icon: Webhook, needs: 'admin' },
    ],
  ],
  [
    'account',
    [
      { page: 'usage', to: '/usage', icon: ChartColumn, needs: 'admin' },
      { page: 'billing', to: '/billing', icon: CreditCard, needs: 'owner' },
      { page: 'audit', to: '/audit', icon: History, needs: 'admin' },
    ],
  ],
  ['operators', [{ page: 'turns', to: '/operators/turns', icon: ReceiptText, needs: 'admin' }]],
]

/** Navigation to all pages of a role: at the side, or at the bottom on phones. */
export const Rail = ({ role }: { readonly role: Role }) => {
  const isPhone = useMedia('(max-width: 719px)')
  return isPhone ? <BottomBar role={role} /> : <SideRail role={role} />
}

const SideRail = ({ role }: { readonly role: Role }) => {
  const { frame } = useTexts()
  const isNarrow = useIsNarrow()
  return (
    <div className="rail" data-narrow={isNarrow}>
      <Pages role={role} isNarrow={isNarrow} />
      <button
        type="button"
        className="icon"
        aria-label={isNarrow ? frame.wide : frame.narrow}
        onClick={() => chosenWidth.set(isNarrow ? 'wide' : 'narrow')}
      >
        <ChevronLeft aria-hidden="true" size={20} strokeWidth={1.75} />
      </button>
    </div>
  )
}

const Pages = ({ role, isNarrow = false, onOpen }: PagesProps) => {
  const { frame, pages } = useTexts()
  return (
    <nav aria-label={frame.pages}>
      {GROUPS.map(([group, entries]) => {
        const open = entries.filter(({ needs }) => mayOpen(role, needs))
        if (open.length === 0) return null
        return (
          <div key={group ?? 'ask'}>
            {group !== undefined && <p className="rail-group">{frame[group]}</p>}
            <ul>
              {open.map((entry) => (
                <li key={entry.page}>
                  <PageLink entry={entry} name={pages[entry.page]} isNarrow={isNarrow} onOpen={onOpen} />
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

interface PagesProps {
  readonly role: Role
  readonly isNarrow?: boolean
  readonly onOpen?: (() => void) | undefined
}

interface PageLinkProps {
  readonly entry: Entry
  readonly name: string
  readonly isNarrow?: boolean
  readonly onOpen?: (() => void) | undefined
}

const PageLink = ({ entry: { to, icon: Icon }, name, isNarrow = false, onOpen }: PageLinkProps) => (
  <Link
    to={to}
    activeProps={{ 'aria-current': 'page' }}
    {...(isNarrow ? { title: name, 'aria-label': name } : {})}
    {...(onOpen === undefined ? {} : { onClick: onOpen })}
  >
    <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
    {!isNarrow && <span>{name}</span>}
  </Link>
)

const BottomBar = ({ role }: { readonly role: Role }) => {
  const { frame, pages } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="rail bottom">
      <nav aria-label={frame.pages}>
        {[ASK, DATABASES].map((entry) => (
          <PageLink key={entry.page} entry={entry} name={pages[entry.page]} />
        ))}
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <MenuIcon aria-hidden="true" size={20} strokeWidth={1.75} />
          <span>{frame.morePages}</span>
        </button>
      </nav>
      <Dialog title={frame.pages} open={isOpen} onClose={() => setOpen(false)} className="rail-sheet">
        <Pages role={role} onOpen={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}
