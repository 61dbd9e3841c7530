import { useReview } from './queries.ts'
import { databasesTexts } from './texts.ts'

const { state } = databasesTexts

/** Whether a database is readable now, and whether its policy matches its schema. */
export const ReviewState = ({ id }: { readonly id: string }) => {
  const review = useReview(id)
  if (review.isPending) return <span className="state">{state.checking}</span>
  if (review.isError)
    return (
      <span className="state" data-kind="danger">
        {state.unreachable}
      </span>
    )
  const hasDrifted = review.data.drift.length > 0
  return (
    <span className="state" data-kind={hasDrifted ? 'warn' : 'ok'}>
      {hasDrifted ? state.drifted : state.ok}
    </span>
  )
}
