import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { definedFields } from '../form/defined-fields.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { Field, TextField } from '../ui/field.tsx'
import { ADDRESS_FIELDS, ADDRESS_LABELS, addressErrors, addressOf, checkAddress } from './address.ts'
import { AddressFields } from './address-fields.tsx'
import { ENGINES, engineForm } from './engines.ts'
import { type AddressTest, TestResult, testedText } from './test-result.tsx'
import { databasesTexts } from './texts.ts'

const { add, form: says } = databasesTexts

const FIELDS = ['name', ...ADDRESS_FIELDS, 'scoping.tenant_column', 'scoping.scope_column', 'include'] as const

/** Connects a database: tests its address, and asks whose rows a question may see, before anything is stored. */
export const AddDatabasePage = () => (
  <ManagePage title={add}>
    <ConnectForm />
  </ManagePage>
)

const ConnectForm = () => {
  const texts = useTexts()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const [engine, setEngine] = useState(engineForm())
  const [isScoped, setScoped] = useState(true)
  const [tested, setTested] = useState<AddressTest>()
  const form = useForm<(typeof FIELDS)[number]>({
    names: FIELDS,
    check: (values) => ({
      ...(values.name.trim() === '' ? { name: says.missing } : {}),
      ...checkAddress(engine, values),
    }),
    send: async (values) => {
      const scoping = definedFields({
        tenant_column: values['scoping.tenant_column'].trim() || undefined,
        scope_column: values['scoping.scope_column'].trim() || undefined,
      })
      const { data } = await plainClient.call('post', '/api/v1/databases', {
        body: {
          name: values.name.trim(),
          ...addressOf(engine, values),
          ...definedFields({ include: includeOf(values.include) }),
          requires_organization_scoping: isScoped,
          ...(isScoped && Object.keys(scoping).length > 0 ? { scoping } : {}),
        },
      })
      await refresh('/api/v1/databases', '/api/v1/jobs', '/api/v1/chat/databases')
      await navigate({ to: '/databases/$database/policy', params: { database: data.id }, search: {} })
    },
    place: addressErrors,
  })
  const test = () => {
    setTested(undefined)
    const values = form.values()
    const found = checkAddress(engine, values)
    if (Object.keys(found).length > 0) return form.refuse(found)
    void form.run(async () => {
      const body = { ...addressOf(engine, values), ...definedFields({ include: includeOf(values.include) }) }
      const { data } = await plainClient.call('post', '/api/v1/databases/test', { body })
      setTested(data)
      announce(testedText(data, texts))
    })
  }
  return (
    <form {...form.props} className="spaced">
      <ErrorSummary
        form={form}
        labels={{
          ...ADDRESS_LABELS,
          name: says.name,
          include: says.include,
          'scoping.tenant_column': says.tenantColumn,
          'scoping.scope_column': says.scopeColumn,
        }}
      />
      <fieldset>
        <legend>{says.engine}</legend>
        <div className="options">
          {ENGINES.map((one) => (
            <label key={one.name} className="option">
              <input
                type="radio"
                name="engine"
                checked={engine.name === one.name}
                onChange={() => {
                  setEngine(one)
                  setTested(undefined)
                }}
              />
              {texts.receipt.engines[one.name]}
            </label>
          ))}
        </div>
      </fieldset>
      <Field label={says.name} hint={says.nameHint} error={form.errors.name} name="name" autoComplete="off" required />
      <AddressFields key={engine.name} engine={engine} errors={form.errors} />
      <p className="actions">
        <button type="button" aria-disabled={form.isBusy} onClick={test}>
          {form.isBusy ? says.testing : says.testFirst}
        </button>
      </p>
      {tested !== undefined && <TestResult tested={tested} />}
      <fieldset>
        <legend>{says.tenants}</legend>
        {[true, false].map((scoped) => (
          <label key={String(scoped)} className="option wide">
            <input type="radio" name="scoped" checked={isScoped === scoped} onChange={() => setScoped(scoped)} />
            <span>
              {scoped ? says.scoped : says.unscoped}
              <span className="hint">{scoped ? says.scopedHint : says.unscopedHint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {tested?.likely_tenant_column != null && (
        <p className={isScoped ? 'hint' : 'notice warn'}>{says.likely(tested.likely_tenant_column)}</p>
      )}
      {isScoped && (
        <div className="field-row even">
          <Field
            label={says.tenantColumn}
            hint={says.tenantColumnHint}
            error={form.errors['scoping.tenant_column']}
            name="scoping.tenant_column"
            placeholder={tested?.likely_tenant_column ?? ''}
            autoComplete="off"
            spellCheck={false}
          />
          <Field
            label={says.scopeColumn}
            hint={says.scopeColumnHint}
            error={form.errors['scoping.scope_column']}
            name="scoping.scope_column"
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      )}
      <details>
        <summary>{says.more}</summary>
        <TextField
          label={says.include}
          hint={says.includeHint}
          error={form.errors.include}
          name="include"
          spellCheck={false}
        />
      </details>
      <SubmitRow form={form} label={says.connect} busy={says.connecting} />
    </form>
  )
}

/** Names and patterns of tables, one per line; undefined for all. */
const includeOf = (text: string): string[] | undefined => {
  const patterns = text.split(/[\n,]/).map((line) => line.trim())
  const given = patterns.filter((pattern) => pattern !== '')
  return given.length === 0 ? undefined : given
}
