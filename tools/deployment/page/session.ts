import type { PageBlock } from './read-page.ts'

/** Names of what the session leaves behind in its folder of answers. */
export const cameFrom = (number: number): string => `${number}.out`
export const askedAfter = (number: number): string => `${number}.again`

/**
 * A page as one session of bash, which ends at the first command that fails. Standard output and errors of each block
 * are printed after it; the block whose answer the page shows is asked again after each later one.
 * @param answers the folder for what came
 */
export const sessionOf = (blocks: readonly PageBlock[], answers: string): string => {
  const asked = blocks.findIndex(({ shown }) => shown !== undefined)
  const steps = blocks.map((block, number) => {
    const isAfter = asked !== -1 && number > asked
    const again = isAfter ? [`ask_again ${answers}/${askedAfter(number)}`] : []
    const isAsked = number === asked ? [`ask() {\n${block.commands}\n}`, `true_count > ${answers}/true-count`] : []
    return [stepOf(block, number, answers), ...isAsked, ...again].join('\n')
  })
  return [HEAD(answers), ...steps, "step=''\n"].join('\n\n')
}

const stepOf = ({ section, commands, word }: PageBlock, number: number, answers: string): string => {
  const came = `${answers}/${cameFrom(number)}`
  const quoted = commands.replaceAll("'", "'\\''")
  return [
    `printf '\\n=== %s\\n%s\\n' '${number + 1}. ${section.replaceAll("'", "'\\''")}' '${quoted}'`,
    `step=${came} began=$SECONDS`,
    ...(word === undefined ? [] : [`before_${word} < /dev/null`]),
    `{\n${commands}\n} > ${came} 2> ${came}.error < /dev/null`,
    'told',
    ...(word === undefined ? [] : [`after_${word} < /dev/null`]),
  ].join('\n')
}

const HEAD = (answers: string): string => `set -eEu -o pipefail
. tools/deployment/page/prelude.sh
step=''
told() {
  echo "--- after $((SECONDS - began)) s"
  tail -n 12 "$step"
  tail -n 3 "$step.error"
}
exec 3>&1
failed=''
trap 'failed=$BASH_COMMAND' ERR
ended() {
  exec >&3
  [ "$1" != 0 ] || return 0
  [ ! -e "$step" ] || { told; tail -n 25 "$step.error"; }
  echo "It ended with $1: $failed"
}
trap 'ended $?' EXIT
mkdir -p ${answers}`
