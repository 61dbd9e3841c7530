import { execa } from 'execa'

/** Lines of `ps` about the living processes whose groups these lead. */
export const processesOf = async (leaders: readonly number[]): Promise<string[]> => {
  const { stdout } = await execa('ps', ['-e', '-o', 'pgid=,stat=,args='])
  return stdout.split('\n').filter((line) => {
    const [group = '', state = ''] = line.trim().split(/\s+/)
    return leaders.map(String).includes(group) && !state.startsWith('Z')
  })
}
