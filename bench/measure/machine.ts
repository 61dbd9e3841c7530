import os from 'node:os'

/** The machine of a benchmark in one line, without which figures are meaningless. */
export const machine = (): string => {
  const [cpu] = os.cpus()
  const memory = `${Math.round(os.totalmem() / 2 ** 30)} GiB`
  const load = os.loadavg().map((one) => one.toFixed(1))
  return [
    new Date().toISOString().slice(0, 10),
    `${os.cpus().length} × ${cpu?.model.trim()}`,
    `${memory}, ${os.type()} ${os.release()}, Node ${process.versions.node}`,
    `load ${load.join(' ')}`,
  ].join('; ')
}
