import { session } from '../api/session.ts'
import { useTexts } from '../i18n/texts.tsx'
import { useStore } from '../ui/store.ts'

/** What to do where no database is connected. */
export const NoDatabase = () => {
  const { ask: says } = useTexts()
  const now = useStore(session)
  const manages = now.kind === 'in' && now.me.role !== 'member'
  return (
    <p>
      {says.noDatabase} {manages ? says.noDatabaseAdmin : says.noDatabaseMember}
    </p>
  )
}
