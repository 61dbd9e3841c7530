import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import '../styles/account.css'
import '../styles/manage.css'
import { type Me, session } from '../api/session.ts'
import { ConnectedApps } from '../connect/connected-apps.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { usePageHeading } from '../ui/page-title.ts'
import { ShortcutsDialog } from '../ui/shortcuts-dialog.tsx'
import { useStore } from '../ui/store.ts'
import { AccountMenu } from './account-menu.tsx'
import { PasswordSection } from './password-section.tsx'
import { PreferencesSection } from './preferences-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { accessTexts } from './texts.ts'
import { useLogOut } from './use-log-out.ts'

const { own } = accessTexts

/** The user's account, second factor and portal preferences. */
export const AccountPage = () => {
  const { account, ask } = useTexts()
  const heading = usePageHeading(account.title)
  const now = useStore(session)
  const leave = useLogOut()
  const [isHelpOpen, setHelpOpen] = useState(false)
  if (now.kind !== 'in') return null
  return (
    <div className="column">
      <header className="ask-head">
        <h1 ref={heading} tabIndex={-1}>
          {account.title}
        </h1>
        <Link to="/ask/{-$conversation}" params={{ conversation: undefined }}>
          {ask.title}
        </Link>
        <AccountMenu onShortcuts={() => setHelpOpen(true)} />
      </header>
      <main className="manage">
        <div className="account">
          <Identity me={now.me} />
          <PasswordSection email={now.me.email} />
          <SecondFactorSection isOn={now.me.second_factor} />
          <ConnectedApps userId={now.me.user_id} />
          <PreferencesSection />
          <p>
            <button type="button" onClick={() => void leave()}>
              {account.logOut}
            </button>
          </p>
        </div>
      </main>
      <ShortcutsDialog open={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  )
}

const Identity = ({ me }: { readonly me: Me }) => {
  const { roles } = useTexts()
  const facts = [
    [own.name, me.name],
    [own.email, me.email],
    [own.role, roles[me.role]],
    [own.organization, `${me.organization_name} (${me.organization_id})`],
  ] as const
  return (
    <section aria-labelledby="identity">
      <h2 id="identity">{own.identity}</h2>
      <dl className="facts">
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
