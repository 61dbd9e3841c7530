import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { plainClient } from '../api/clients.ts'
import { useForm } from '../form/use-form.ts'
import { ChoiceField, Field } from '../ui/field.tsx'
import { operatorsTexts } from './texts.ts'
import type { TurnRun } from './turns.ts'

const says = operatorsTexts.turns

interface TurnFilterProps {
  readonly isOperator: boolean
  /** The shown turns, whose problems are the choices of the filter. */
  readonly turns: readonly TurnRun[]
}

/** The filter of turns, stored in the URL. */
export const TurnFilter = ({ isOperator, turns }: TurnFilterProps) => {
  const { show, ...asked } = useSearch({ from: '/operators/turns' })
  const navigate = useNavigate()
  const form = useForm({
    names: ['organization', 'database', 'problem'],
    check: ({ organization }) =>
      /^\d{0,15}$/.test(organization.trim()) ? {} : { organization: operatorsTexts.limits.numberInvalid },
    send: async (values) => {
      const said = Object.entries(values).flatMap(([name, value]) =>
        value.trim() === '' ? [] : [[name, value.trim()]],
      )
      await navigate({ to: '/operators/turns', search: { ...(show && { show }), ...Object.fromEntries(said) } })
    },
  })
  const problems = new Set(turns.flatMap(({ problem }) => problem ?? []).concat(asked.problem ?? []))
  return (
    <form {...form.props} className="inline-form operator-filter">
      {isOperator && (
        <Field
          label={says.organizationNumber}
          error={form.errors.organization}
          name="organization"
          inputMode="numeric"
          autoComplete="off"
          maxLength={15}
          defaultValue={asked.organization}
        />
      )}
      {isOperator ? (
        <Field
          label={says.databaseId}
          name="database"
          autoComplete="off"
          maxLength={100}
          defaultValue={asked.database}
        />
      ) : (
        <DatabaseField asked={asked.database} />
      )}
      <ChoiceField
        label={says.problem}
        name="problem"
        choices={[['', says.anyProblem], ...[...problems].sort().map((name) => [name, name] as const)]}
        defaultValue={asked.problem}
      />
      <button type="submit">{says.filter}</button>
      {Object.keys(asked).length > 0 && (
        <Link to="/operators/turns" search={show === undefined ? {} : { show }}>
          {says.clear}
        </Link>
      )}
    </form>
  )
}

/** The databases of the user's organization, by name. */
const DatabaseField = ({ asked = '' }: { readonly asked: string | undefined }) => {
  const { data = [] } = useQuery({
    queryKey: ['/api/v1/databases', 'named'],
    queryFn: async ({ signal }) =>
      (await plainClient.call('get', '/api/v1/databases', { query: { page_size: 100 }, signal })).data,
  })
  const named = data.map(({ id, name }) => [id, name] as const)
  const isKnown = asked === '' || data.some(({ id }) => id === asked)
  return (
    <ChoiceField
      // The selected option exists only once the names are loaded.
      key={data.length}
      label={says.database}
      name="database"
      choices={[['', says.anyDatabase], ...named, ...(isKnown ? [] : [[asked, asked] as const])]}
      defaultValue={asked}
    />
  )
}
