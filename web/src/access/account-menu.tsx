import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleUser } from 'lucide-react'
import { session } from '../api/session.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Menu } from '../ui/menu.tsx'
import { useStore } from '../ui/store.ts'
import { logOut } from './log-out.ts'

/** Who is logged in, and the way out. */
export const AccountMenu = ({ onShortcuts }: { readonly onShortcuts: () => void }) => {
  const { account } = useTexts()
  const now = useStore(session)
  const navigate = useNavigate()
  const queries = useQueryClient()
  if (now.kind !== 'in') return null
  const leave = async () => {
    const elsewhere = await logOut()
    queries.clear()
    if (elsewhere === undefined) await navigate({ to: '/login', search: {} })
    else location.assign(elsewhere)
  }
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
