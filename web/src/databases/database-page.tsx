import { getRouteApi } from '@tanstack/react-router'
import { Loaded } from '../ui/loaded.tsx'
import { ConnectionSection } from './connection-section.tsx'
import { DatabaseFrame } from './database-frame.tsx'
import { FactsSection } from './facts-section.tsx'
import { IdentitySection } from './identity-section.tsx'
import { MoveSection } from './move-section.tsx'
import { useDatabase } from './queries.ts'
import { RemoveSection } from './remove-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import { ToDoSection } from './to-do-section.tsx'

const route = getRouteApi('/logged-in/databases/$database')

/** A connected database: open tasks, its state, and its settings. */
export const DatabasePage = () => {
  const { database: id } = route.useParams()
  return (
    <DatabaseFrame id={id} tab="overview">
      <Overview id={id} key={id} />
    </DatabaseFrame>
  )
}

const Overview = ({ id }: { readonly id: string }) => {
  const database = useDatabase(id)
  return (
    <Loaded query={database}>
      {(found) => (
        <>
          <ToDoSection id={id} />
          <ConnectionSection id={id} />
          <FactsSection database={found} />
          <SettingsSection database={found} />
          <IdentitySection id={id} />
          <MoveSection database={found} />
          <RemoveSection database={found} />
        </>
      )}
    </Loaded>
  )
}
