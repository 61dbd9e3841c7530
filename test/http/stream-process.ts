import express from 'express'
import { MongoClient } from 'mongodb'
import { FULL_DISCLOSURE } from '../../src/access/rules/disclosure.ts'
import { mongoTurnLog } from '../../src/ask/events/mongo-turn-log.ts'
import { resumeDecision } from '../../src/ask/turns/resume-decision.ts'
import { readerOf } from '../../src/http/answer-reader.ts'
import { eventWire } from '../../src/http/event-wire.ts'
import { parseCursor } from '../../src/http/parse-cursor.ts'
import { beginStream } from '../../src/http/sse.ts'

/** An API process that only serves streams. Arguments: URI and database of the store. Prints its port. */
const [uri = '', database = ''] = process.argv.slice(2)
const client = await new MongoClient(uri).connect()
const log = mongoTurnLog(client.db(database))
const app = express()
app.get('/:turnId', async (req, res) => {
  const { turnId } = req.params
  const facts = { cursor: parseCursor(req), head: await log.head(turnId), ownsTurn: true, answered: false }
  const decision = resumeDecision(facts)
  if (decision.kind === 'gone') return void res.status(204).end()
  const replayed = decision.kind === 'replay' ? decision : {}
  await (
    await beginStream({
      res,
      log,
      turnId,
      traceId: 'trace',
      wire: eventWire(turnId, 'trace', readerOf(FULL_DISCLOSURE, undefined)),
      ...replayed,
    })
  ).ended
})
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address !== 'string') console.log(address.port)
})
