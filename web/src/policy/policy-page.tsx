import { getRouteApi } from '@tanstack/react-router'
import { DatabaseFrame } from '../databases/database-frame.tsx'
import { useReview } from '../databases/queries.ts'
import { Loaded } from '../ui/loaded.tsx'
import { PolicyEditor } from './policy-editor.tsx'
import { usePolicy } from './queries.ts'

const route = getRouteApi('/logged-in/databases/$database/policy')

/** The policy of a database: proposals, open decisions, and a preview for a tenant. */
export const PolicyPage = () => {
  const { database: id } = route.useParams()
  return (
    <DatabaseFrame id={id} tab="policy">
      <Policies id={id} key={id} />
    </DatabaseFrame>
  )
}

const Policies = ({ id }: { readonly id: string }) => {
  const policy = usePolicy(id)
  const review = useReview(id)
  return (
    <Loaded query={policy}>
      {(stored) => <Loaded query={review}>{(found) => <PolicyEditor id={id} policy={stored} review={found} />}</Loaded>}
    </Loaded>
  )
}
