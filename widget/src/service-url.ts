/** `/widget.js` and `/widget/<version>.js`, below any path. */
const SCRIPT = /\/widget(?:\/[^/?#]+)?\.js(?:[?#].*)?$/

/** The base URL of the service that a script was loaded from. @returns undefined for any other script */
const baseOf = (script: string | undefined): string | undefined =>
  script !== undefined && SCRIPT.test(script) ? script.replace(SCRIPT, '') : undefined

const running = document.currentScript

/** The service that this script comes from; a script is known only while it is evaluated. */
export const SCRIPT_SERVICE_URL = baseOf(running instanceof HTMLScriptElement ? running.src : undefined)
