import { useEffect, useState } from 'react'
import type { AnswerMessage, AnswerTable } from './answer-message.ts'
import { request } from './service.ts'

/** A message with its text, tables, charts and choices. @param onAsk asks a further question */
export const Answer = ({ message, onAsk }: { message: AnswerMessage; onAsk: (question: string) => void }) => (
  <article className={message.role}>
    {message.parts.map((part, at) => {
      const key = `${message.id} ${at}`
      switch (part.type) {
        case 'text':
          return (
            <p key={key} className="text">
              {part.text}
            </p>
          )
        case 'data-table':
          return <Table key={key} table={part.data} />
        case 'data-chart':
          // A chart can be drawn when its answer is stored.
          return message.metadata?.query_type === undefined ? null : (
            <Chart key={key} messageId={message.id} queryId={part.data.query_id} alt={part.data.alt} />
          )
        case 'data-choices':
          return (
            <p key={key}>
              {part.data.map(({ label, question }) => (
                <button key={question} type="button" onClick={() => onAsk(question)}>
                  {label}
                </button>
              ))}
            </p>
          )
        default:
          return null
      }
    })}
    {message.metadata?.problem === 'turn_cancelled' && <p>Stopped.</p>}
  </article>
)

const Table = ({ table: { title, columns, rows, truncated } }: { table: AnswerTable }) => (
  <div className="table">
    <table>
      {title !== undefined && <caption>{title}</caption>}
      <thead>
        <tr>
          {columns.map(({ name, title = name.replaceAll('_', ' ') }) => (
            <th key={name}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids and do not move
          <tr key={at}>
            {columns.map(({ name }) => (
              <td key={name}>{row[name] === null ? '' : String(row[name])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    {truncated && <p>There are more rows.</p>}
  </div>
)

/** The chart as the service draws it. An `<img>` cannot send headers, so it is fetched. */
const Chart = ({ messageId, queryId, alt }: { messageId: string; queryId: string; alt: string }) => {
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    let url: string | undefined
    let isShown = true
    // The query of part 1 is `<turn>-1`.
    const [, part] = /^\S{36}-(\d)$/.exec(queryId) ?? []
    request(`/chat/messages/${messageId}/chart${part === undefined ? '' : `?part=${part}`}`)
      .then((response) => response.blob())
      .then((picture) => {
        if (!isShown) return
        url = URL.createObjectURL(picture)
        setSrc(url)
      })
      .catch(console.warn)
    return () => {
      isShown = false
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [messageId, queryId])
  return src === undefined ? null : <img src={src} alt={alt} />
}
