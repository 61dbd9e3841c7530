import { parseArgs } from 'node:util'

export interface TrialOptions {
  /** Files beside docker-compose.yml. */
  readonly more: readonly string[]
  /** Leaves everything running. */
  readonly keep: boolean
  /** Whether it is asked for a while. */
  readonly load: boolean
  /** Questions a second. */
  readonly perSecond: number
  /** How long it is asked. */
  readonly minutes: number
  /** Whether it is asked with one worker more after the other. */
  readonly grow: boolean
  /** The tag of an earlier version that is started in place of this one; it is replaced by this one. */
  readonly from: string | undefined
  /** How many streams are held open at once. */
  readonly streams: number
  /** How many containers of a service, as Compose has it: `worker=4`. */
  readonly scale: readonly string[]
  /** Whether something is broken while the load asks. */
  readonly faults: boolean
  /** What the names of the faults contain; undefined: all. */
  readonly only: string | undefined
  /** Whether the commands of docs/deployment.md are run instead. */
  readonly page: boolean
}

export const HELP = `Starts docker-compose.yml in containers of this machine, and asks it something.

  tools/deployment/try [options]

Makes the images that are missing (tools/deployment/images), starts everything under a project of its own, waits until
it is ready, makes an organization and a database, asks over the proxy, reads a stream to its end, prints what runs and
what it takes, and ends everything it started. tools/deployment/stand-ins.yml replaces what the stand-in of the store
cannot do. Ends with 1 when something was not as it should be.

  --page            runs every command of docs/deployment.md in its order instead, and compares what it shows
  --load            asks for a while, a third of it streams, and judges every answer
  --faults          the same during an upgrade and the way back, and while one container after the other is stopped,
                    killed, paused for 20 s and replaced
  --only WORD       of these only the ones whose names contain the word, such as upgrade
  --rate N          questions a second (20)
  --minutes N       how long (10); with --faults until all is back, where that takes longer
  --grow            asks 1, 2 and 4 workers by 1 and 2 APIs, and tells what a turn costs each part
  --from TAG        starts an earlier version; with --faults it is upgraded to this one
  --streams N       holds that many streams open at once, and asks other things meanwhile
  --scale NAME=N    how many containers of a service, such as worker=4
  --file FILE       one more file of the deployment, such as docker-compose.tls.yml
  --keep            leaves it running, and says how to reach and to remove it
  --help            this text
`

/** @returns undefined where help is asked for. @throws TypeError for what is no option */
export const readOptions = (args: readonly string[]): TrialOptions | undefined => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      load: { type: 'boolean', default: false },
      page: { type: 'boolean', default: false },
      faults: { type: 'boolean', default: false },
      only: { type: 'string' },
      rate: { type: 'string', default: '20' },
      minutes: { type: 'string', default: '10' },
      grow: { type: 'boolean', default: false },
      from: { type: 'string' },
      streams: { type: 'string' },
      scale: { type: 'string', multiple: true, default: [] },
      file: { type: 'string', multiple: true, default: [] },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return undefined
  const { file: more, keep, faults, only, scale, from, grow, page } = values
  if ((values.load || faults) && (grow || values.streams !== undefined))
    throw new TypeError('--grow and --streams are runs of their own, without --load and --faults')
  const streams = values.streams === undefined ? 0 : numberOf('--streams', values.streams)
  return {
    more,
    keep,
    faults,
    only,
    scale,
    from,
    grow,
    page,
    streams,
    load: values.load || faults,
    perSecond: numberOf('--rate', values.rate),
    minutes: numberOf('--minutes', values.minutes),
  }
}

const numberOf = (name: string, text: string): number => {
  const number = Number(text)
  if (!(number > 0)) throw new TypeError(`${name} takes a number above 0`)
  return number
}
