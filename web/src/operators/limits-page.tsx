import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useForm } from '../form/use-form.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Field } from '../ui/field.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { LimitsTable } from './limits-table.tsx'
import { operatorQuery, REFRESH_MS, readLimits } from './operator-client.ts'
import { OperatorPage } from './operator-page.tsx'
import { operatorsTexts } from './texts.ts'

const says = operatorsTexts.limits

/** Usage of organizations against their limits. */
export const LimitsPage = () => {
  const { pages } = useTexts()
  return (
    <OperatorPage title={pages.limits}>
      <Limits />
    </OperatorPage>
  )
}

const Limits = () => {
  const { organization } = useSearch({ from: '/operators/limits' })
  const query = organization === undefined ? {} : { organization_id: organization }
  const limits = useQuery({
    queryKey: ['/api/v1/operators/limits', query],
    ...operatorQuery,
    queryFn: ({ signal }) => readLimits({ query, signal }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <>
      <NumberForm key={organization} asked={organization} />
      <Loaded query={limits}>
        {({ organizations, truncated }) => (
          <>
            {truncated && <p className="notice">{says.truncated}</p>}
            {organizations.length === 0 ? (
              <p>{organization === undefined ? says.empty : says.unknown}</p>
            ) : (
              <LimitsTable organizations={organizations} />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

/** The organization whose limits are shown, stored in the URL. */
const NumberForm = ({ asked }: { readonly asked: string | undefined }) => {
  const navigate = useNavigate()
  const form = useForm({
    names: ['organization_id'],
    check: ({ organization_id: number }) =>
      /^\d{0,15}$/.test(number.trim()) ? {} : { organization_id: says.numberInvalid },
    send: async ({ organization_id: number }) => {
      const search = number.trim() === '' ? {} : { organization: number.trim() }
      await navigate({ to: '/operators/limits', search })
    },
  })
  return (
    <form {...form.props} className="inline-form operator-filter">
      <Field
        label={says.organizationNumber}
        error={form.errors.organization_id}
        name="organization_id"
        inputMode="numeric"
        autoComplete="off"
        maxLength={15}
        defaultValue={asked}
      />
      <button type="submit">{says.show}</button>
      {asked !== undefined && (
        <Link to="/operators/limits" search={{}}>
          {says.all}
        </Link>
      )}
    </form>
  )
}
