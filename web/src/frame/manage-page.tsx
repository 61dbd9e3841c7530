import { type ReactNode, useState } from 'react'
import '../styles/manage.css'
import { AccountMenu } from '../access/account-menu.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { usePageHeading } from '../ui/page-title.ts'
import { ShortcutsDialog } from '../ui/shortcuts-dialog.tsx'
import { mayOpen, type Needs, useRole } from './role.ts'

interface ManagePageProps {
  readonly title: string
  /** Who may open it; those who manage unless said otherwise. */
  readonly needs?: Needs
  /** What most people come for: a button or a link. */
  readonly action?: ReactNode
  /** What stands between the heading and the content: the way to pages beside this one. */
  readonly tabs?: ReactNode
  readonly children: ReactNode
}

/**
 * A managing page. A user without the role sees that alone, and nothing is requested; a user who loses the role while
 * it is open keeps what was typed.
 */
export const ManagePage = ({ title, needs = 'admin', action, tabs, children }: ManagePageProps) => {
  const { frame } = useTexts()
  const heading = usePageHeading(title)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const isAllowed = mayOpen(useRole(), needs)
  const [wasAllowed] = useState(isAllowed)
  return (
    <div className="column">
      <header className="ask-head">
        <h1 ref={heading} tabIndex={-1}>
          <bdi>{title}</bdi>
        </h1>
        {wasAllowed && action}
        <AccountMenu onShortcuts={() => setHelpOpen(true)} />
      </header>
      <main className="manage">
        {!isAllowed && (
          <p className="notice">
            {frame.forbidden} {needs === 'owner' ? frame.forbiddenOwner : frame.forbiddenAdmin}
          </p>
        )}
        {wasAllowed && tabs}
        {wasAllowed && children}
      </main>
      <ShortcutsDialog open={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  )
}
