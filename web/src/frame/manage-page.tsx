import { type ReactNode, useState } from 'react'
import '../styles/manage.css'
import { AccountMenu } from '../access/account-menu.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { usePageHeading } from '../ui/page-title.ts'
import { ShortcutsDialog } from '../ui/shortcuts-dialog.tsx'
import { mayOpen, type Needs, useRole } from './role.ts'

interface ManagePageProps {
  readonly title: string
  /** The required role; default: `admin`. */
  readonly needs?: Needs
  /** The main action of the page: a button or a link. */
  readonly action?: ReactNode
  /** Tabs between the heading and the content. */
  readonly tabs?: ReactNode
  readonly children: ReactNode
}

/**
 * A management page. Without the required role it shows only that, and requests nothing; if the role is lost while the
 * page is open, its form input is kept.
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
