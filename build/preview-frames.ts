import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { framePolicy } from '../server/http/headers.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'src/files/preview/frame')

/** The frames in which previews are drawn: a page each, at `/preview-frame/<name>.html`. */
const frames = ['document', 'pdf'] as const

/**
 * Escapes `</script` and `<!--`, which HTML would interpret in an inline script. In code both occur in strings only.
 */
const inline = (code: string) => code.replace(/<(?=\/script|!--)/gi, '\\x3C')

/**
 * A frame as one page with its style and its script, workers and all: its policy lets it load nothing. See
 * `framePolicy` in `server/http/headers.ts`.
 */
async function pageOf(name: string): Promise<string> {
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      lib: { entry: join(folder, `${name}.ts`), formats: ['es'], fileName: name },
      minify: true,
    },
    define: { 'process.env.NODE_ENV': '"production"' },
  })) as Rolldown.RolldownOutput[]
  const [chunk, ...others] = built.flatMap(({ output }) => output)
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`The frame ${name} is not one file.`)
  const css = readFileSync(join(folder, 'page.css'), 'utf8')
  return `<!doctype html>
<html>
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <style>${css}</style>
  </head>
  <body><script type="module">${inline(chunk.code)}</script></body>
</html>
`
}

/** Adds the frames to a build; in development they are built on request. */
export function previewFrames(): Plugin {
  return {
    name: 'kho-preview-frames',
    async generateBundle() {
      for (const name of frames) {
        this.emitFile({ type: 'asset', fileName: `preview-frame/${name}.html`, source: await pageOf(name) })
      }
    },
    configureServer({ middlewares, watcher }) {
      const pages = new Map<string, Promise<string>>()
      watcher.on('all', (_, file) => file.includes('/src/files/preview/') && pages.clear())
      middlewares.use('/preview-frame', (request, response, next) => {
        const name = frames.find(name => request.url === `/${name}.html`)
        if (!name) return next()
        const page = pages.get(name) ?? pageOf(name)
        pages.set(name, page)
        page.then(html => {
          response.setHeader('content-type', 'text/html; charset=utf-8')
          response.setHeader('content-security-policy', framePolicy(html))
          response.end(html)
        }, next)
      })
    },
  }
}
