import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { Pictures } from '../flows/use-pictures.ts'

const root = join(import.meta.dirname, '..')

/** `take`: takes the pictures of a machine that this test walks; whether all its walks passed. */
export type Taking = {
  folder: string
  hasChromium: () => Promise<boolean>
  take: (test: string) => Promise<boolean>
}

/** Without `NODE_ENV`, which Vite has set here: the console would be built for development, whose styles its policy blocks. */
export const walkEnv = ({ NODE_ENV: _, ...env }: NodeJS.ProcessEnv) => ({ ...env, FLOW_SCREENS: '1' })

const here: Taking = {
  folder: join(root, 'test-results/flow-screens'),
  hasChromium: async () => (await import('../tests/support/chromium.ts')).hasChromium(),
  async take(test) {
    const env = walkEnv(process.env)
    const run = spawn(process.execPath, ['tests/run.ts', '--flows', test], {
      cwd: root,
      env,
      stdio: 'inherit',
    })
    const [status] = await once(run, 'exit')
    return status === 0
  },
}

const end = '.browser.test.ts'
/** Their stages have no page: pictures would change its size, language or clock. */
const withoutPage = ['app-update', 'frame', 'leave-guard']

/** The machines whose walks in Chromium take pictures: their tests are called as they are. */
const pictured = () =>
  globSync(`*${end}`, { cwd: join(root, 'tests/flows') })
    .map(file => file.slice(0, -end.length))
    .filter(machine => !withoutPage.includes(machine))
    .sort()

/**
 * Answers `/` with what pictures there are, `/<name>` with one, and a POST of `/<machine>` by starting to take those of a machine:
 * one run at a time, for pages of this origin only.
 */
export function answerPictures({ folder, hasChromium, take }: Taking) {
  const shown = pictured()
  let taking: Pictures['taking'] = null
  async function start(machine: string) {
    taking = { machine, status: 'running' }
    if (!(await hasChromium())) taking = { machine, status: 'no chromium' }
    else
      take(`tests/flows/${machine}${end}`).then(
        all => (taking = { machine, status: all ? 'done' : 'failed' }),
        () => (taking = { machine, status: 'failed' }),
      )
  }
  return async (request: IncomingMessage, response: ServerResponse) => {
    const names = globSync('*/*.jpeg', { cwd: folder })
    const name = decodeURIComponent(new URL(request.url!, 'http://page').pathname.slice(1))
    if (request.method === 'POST') {
      const isOwn = (request.headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin'
      if (!isOwn || !shown.includes(name)) return response.writeHead(isOwn ? 404 : 403).end()
      if (taking?.status !== 'running') await start(name)
    } else if (name !== '') {
      if (!names.includes(name)) return response.writeHead(404).end()
      return response.setHeader('content-type', 'image/jpeg').end(readFileSync(join(folder, name)))
    }
    const pictures: Pictures = { names, shown, taking }
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(pictures))
  }
}

/** Gives the page of the state charts its pictures, below `/pictures`. */
export const flowScreens: Plugin = {
  name: 'kho-flow-screens',
  configureServer({ middlewares }) {
    middlewares.use('/pictures', answerPictures(here))
  },
}
