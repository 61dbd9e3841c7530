import { type FormEvent, useState } from 'react'
import type { useAction } from '../api/use-action.ts'
import { Field } from '../ui/field.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import type { PolicyPreview } from './policy.ts'
import type { PolicyLine } from './policy-lines.ts'
import { SampleTable } from './sample-table.tsx'
import { policyTexts } from './texts.ts'

const { preview: says } = policyTexts

/** The tenant and scope of the preview; empty texts for placeholders. */
export interface PreviewInput {
  readonly tenant: string
  readonly scope: string
  /** The table whose first rows are shown. */
  readonly sample: string
}

export type Counting = ReturnType<typeof useAction<PreviewInput, PolicyPreview>>

interface PreviewPanelProps {
  readonly isScoped: boolean
  readonly takesScope: boolean
  readonly tables: readonly PolicyLine[]
  readonly before: Omit<PreviewInput, 'sample'>
  readonly counting: Counting
  readonly onCount: (input: PreviewInput) => void
}

/** Selects the tenant and scope of the preview, and shows the first rows of a table for them. */
export const PreviewPanel = ({ isScoped, takesScope, tables, before, counting, onCount }: PreviewPanelProps) => {
  const [sample, setSample] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (counting.isBusy) return
    const form = new FormData(event.currentTarget)
    onCount({ tenant: String(form.get('tenant') ?? '').trim(), scope: String(form.get('scope') ?? '').trim(), sample })
  }
  return (
    <section className="preview" aria-labelledby="preview">
      <h2 id="preview">{says.title}</h2>
      <p className="hint">{says.hint}</p>
      <form className="inline-form" onSubmit={submit}>
        {isScoped && <Field label={says.tenant} name="tenant" defaultValue={before.tenant} autoComplete="off" />}
        {takesScope && <Field label={says.scope} name="scope" defaultValue={before.scope} autoComplete="off" />}
        <div className="field">
          <label htmlFor="sample">{says.sample}</label>
          <select id="sample" value={sample} onChange={({ target }) => setSample(target.value)}>
            <option value="">{says.sampleNone}</option>
            {tables.map(({ table }) => (
              <option key={table}>{table}</option>
            ))}
          </select>
        </div>
        <button type="submit" aria-disabled={counting.isBusy}>
          {counting.isBusy ? says.running : says.run}
        </button>
      </form>
      {counting.error !== null && <ErrorNotice error={counting.error} />}
      {counting.data?.is_complete === false && <p className="hint">{says.incomplete}</p>}
      {counting.data?.sample != null && <SampleTable sample={counting.data.sample} />}
    </section>
  )
}
