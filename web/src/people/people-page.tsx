import { useState } from 'react'
import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { PeopleContent } from './people-content.tsx'
import { peopleTexts } from './texts.ts'

/** The users of the organization, with their roles. */
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
