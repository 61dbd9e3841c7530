import { useMemo } from 'preact/hooks'
import type { ResultRows } from '../../../clients/typescript/src/index.ts'
import { cellStyles, cellText, columnTitle, isNumeric } from '../cell-text.ts'
import { useView } from './context.ts'

/** The rows of an answer, at most 200 (docs/exports.md). */
export const ResultTable = ({ rows, caption }: { readonly rows: ResultRows; readonly caption: string }) => {
  const { locale } = useView()
  const styles = useMemo(() => cellStyles(rows), [rows])
  const head = styles.findIndex((style) => style === 'text' || style === 'day')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard
    <section class="table" tabIndex={0} aria-label={caption}>
      <table>
        <thead>
          <tr>
            {rows.columns.map(({ name, unit }, at) => (
              <th key={name} scope="col" class={isNumeric(styles[at]) ? 'number' : ''}>
                <bdi>{columnTitle(name)}</bdi>
                {unit !== undefined && <span class="unit"> {unit}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.rows.map((row) => (
            // biome-ignore lint/correctness/useJsxKeyInIterable: rows stay in order
            <tr>
              {rows.columns.map(({ name }, at) => {
                const style = styles[at] ?? 'text'
                const Cell = at === head ? 'th' : 'td'
                return (
                  <Cell key={name} scope={at === head ? 'row' : undefined} class={isNumeric(style) ? 'number' : ''}>
                    <CellContent text={cellText(row[name], style, locale)} none={locale.texts.noValue} />
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const CellContent = ({ text, none }: { readonly text: string | undefined; readonly none: string }) =>
  text === undefined ? (
    <>
      <span aria-hidden="true">—</span>
      <span class="unseen">{none}</span>
    </>
  ) : (
    <bdi class="cell" title={text}>
      {text}
    </bdi>
  )
