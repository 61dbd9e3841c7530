import { useState } from 'react'
import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { PeopleContent } from './people-content.tsx'
import { peopleTexts } from './texts.ts'

/** Who belongs to the organization, and what each may. */
export const PeoplePage = () => {
  const { pages } = useTexts()
  const [isInviting, setInviting] = useState(false)
  return (
    <ManagePage
      title={pages.people}
      action={
        <button type="button" className="primary" onClick={() => setInviting(true)}>
          {peopleTexts.invite}
        </button>
      }
    >
      <PeopleContent isInviting={isInviting} onInvitingEnd={() => setInviting(false)} />
    </ManagePage>
  )
}
