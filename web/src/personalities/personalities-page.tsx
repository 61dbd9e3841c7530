import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { components } from '../../../clients/typescript/src/index.ts'
import { plainClient } from '../api/clients.ts'
import { usePages } from '../api/use-pages.ts'
import { ManagePage } from '../frame/manage-page.tsx'
import { formatMoment } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { EditPersonality } from './edit-personality.tsx'
import { PersonalityForm } from './personality-form.tsx'
import { personalityTexts } from './texts.ts'

export type Personality = components['schemas']['Personality']

/** Value of `edit` in the URL for a new personality. */
const NEW = 'new'

/** All personalities, or with `edit` one of them. */
export const PersonalitiesPage = () => {
  const { pages } = useTexts()
  const { edit } = useSearch({ from: '/logged-in/personalities' })
  const navigate = useNavigate()
  if (edit === undefined) {
    const add = (
      <button
        type="button"
        className="primary"
        onClick={() => void navigate({ to: '/personalities', search: { edit: NEW } })}
      >
        {personalityTexts.add}
      </button>
    )
    return (
      <ManagePage key="all" title={pages.personalities} action={add}>
        <p className="lead">{personalityTexts.intro}</p>
        <PersonalityList />
      </ManagePage>
    )
  }
  const back = (
    <p className="back">
      <Link to="/personalities">{pages.personalities}</Link>
    </p>
  )
  return (
    <ManagePage key={edit} title={edit === NEW ? personalityTexts.add : personalityTexts.one} tabs={back}>
      <p className="lead">{personalityTexts.intro}</p>
      {edit === NEW ? <PersonalityForm /> : <EditPersonality id={edit} />}
    </ManagePage>
  )
}

const PersonalityList = () => {
  const texts = useTexts()
  const personalities = usePages(['/api/v1/personalities'], (page, signal) =>
    plainClient.call('get', '/api/v1/personalities', { query: { page }, signal }),
  )
  const columns = [
    {
      label: personalityTexts.name,
      cell: ({ id, name }: Personality) => (
        <Link to="/personalities" search={{ edit: id }}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    { label: personalityTexts.style, cell: ({ style }: Personality) => personalityTexts.styles[style] },
    {
      label: personalityTexts.greeting,
      cell: ({ greeting }: Personality) =>
        greeting === '' ? <span className="muted">{texts.frame.none}</span> : <bdi>{greeting}</bdi>,
    },
    {
      label: personalityTexts.changed,
      cell: ({ updated_at: at }: Personality) => <span className="nowrap">{formatMoment(at, texts)}</span>,
    },
  ]
  return (
    <Loaded query={personalities}>
      {({ items }) =>
        items.length === 0 ? (
          <p>{personalityTexts.empty}</p>
        ) : (
          <ListTable
            caption={texts.pages.personalities}
            columns={columns}
            rows={items}
            rowKey={({ id }) => id}
            onMore={personalities.hasNextPage ? () => void personalities.fetchNextPage() : undefined}
          />
        )
      }
    </Loaded>
  )
}
