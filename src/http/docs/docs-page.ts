import { createRequire } from 'node:module'
import path from 'node:path'
import { Router } from 'express'
import { labelRoute } from '../route-label.ts'

/** The files of Swagger UI that the page needs; the package also contains sources and source maps. */
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tabletalk API</title>
    <link rel="stylesheet" href="swagger-ui.css">
    <link rel="icon" type="image/png" href="favicon-32x32.png">
  </head>
  <body>
    <div class="swagger-ui"><p class="wrapper" id="database" hidden><label>Database <select></select></label></p></div>
    <div id="reference"></div>
    <script src="swagger-ui-bundle.js"></script>
    <script src="show.js"></script>
  </body>
</html>
`

/** `GET /docs`: Swagger UI, with local files only; `GET /` redirects there if no portal is built. */
export const docsPage = (): Router => {
  const folder = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const router = Router({ strict: true })
  router.get('/', labelRoute('/'), (_req, res) => res.redirect(302, 'docs/'))
  router.get('/docs', labelRoute('/docs'), (_req, res) => res.redirect(301, 'docs/'))
  router.get('/docs/', labelRoute('/docs/'), (_req, res) => void res.type('html').send(PAGE))
  // A separate file, because the content security policy forbids inline scripts.
  router.get('/docs/show.js', labelRoute('/docs/show.js'), (_req, res) =>
    res.sendFile('show.js', { root: import.meta.dirname }),
  )
  for (const file of FILES)
    router.get(`/docs/${file}`, labelRoute(`/docs/${file}`), (_req, res) =>
      res.sendFile(file, { root: folder, maxAge: '1h' }),
    )
  return router
}
