import { getRouteApi } from '@tanstack/react-router'
import { DatabaseFrame } from '../databases/database-frame.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { GlossaryEditor } from './glossary-editor.tsx'
import { useGlossary } from './queries.ts'
import { TaughtSection } from './taught-section.tsx'

const route = getRouteApi('/logged-in/databases/$database/glossary')

/** Names that users have for tables, columns and values of a database. */
export const GlossaryPage = () => {
  const { database: id } = route.useParams()
  return (
    <DatabaseFrame id={id} tab="glossary">
      <Words id={id} key={id} />
    </DatabaseFrame>
  )
}

const Words = ({ id }: { readonly id: string }) => {
  const glossary = useGlossary(id)
  return (
    <>
      <TaughtSection id={id} />
      <Loaded query={glossary}>
        {(saved) => <GlossaryEditor id={id} key={JSON.stringify(saved)} saved={saved} />}
      </Loaded>
    </>
  )
}
