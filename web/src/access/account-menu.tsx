import { useNavigate } from '@tanstack/react-router'
import { CircleUser } from 'lucide-react'
import { session } from '../api/session.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Menu } from '../ui/menu.tsx'
import { useStore } from '../ui/store.ts'
import { useLogOut } from './use-log-out.ts'

/** The menu with the user's account and the logout. */
export const AccountMenu = ({ onShortcuts }: { readonly onShortcuts: () => void }) => {
  const { account } = useTexts()
  const now = useStore(session)
  const navigate = useNavigate()
  const leave = useLogOut()
  if (now.kind !== 'in') return null
  return (
    <Menu
      className="icon"
      label={account.menu}
      trigger={<CircleUser aria-hidden="true" size={20} strokeWidth={1.75} />}
      heading={
        <>
          {now.me.name ?? now.me.email}
          <span className="muted">{now.me.organization_name}</span>
        </>
      }
      entries={[
        { key: 'account', label: account.title, onSelect: () => void navigate({ to: '/account' }) },
        { key: 'shortcuts', label: account.shortcuts, onSelect: onShortcuts },
        { key: 'out', label: account.logOut, onSelect: () => void leave() },
      ]}
    />
  )
}
