import { ANSWER_STYLES } from './styles/answer.ts'
import { FRAME_STYLES } from './styles/frame.ts'

let sheet: CSSStyleSheet | undefined

/** The styles of all elements: constructed, because policies of pages refuse `<style>`. */
export const styleSheet = (): CSSStyleSheet => {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(FRAME_STYLES + ANSWER_STYLES)
  }
  return sheet
}
