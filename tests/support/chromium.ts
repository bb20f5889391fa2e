import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Request } from 'playwright'
import { count } from './count.ts'
import { patience } from './patience.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Chromium's headless build, which opens pages in half the time. */
const shell = 'chromium-headless-shell'

function find(names: string[]): string | undefined {
  if (process.env.KHO_CHROMIUM) return process.env.KHO_CHROMIUM
  for (const name of names) {
    const found = spawnSync('which', [name], { encoding: 'utf8' })
    if (found.status === 0) return found.stdout.trim()
  }
  return undefined
}

/** Whether a browser is installed: the machine's, or Playwright's. */
export const hasChromium = () => find(names) !== undefined || existsSync(chromium.executablePath())

/**
 * Ensures a browser: the machine's, else Debian's package if root, else Playwright's. @throws if all fail
 */
export function ensureChromium(): void {
  if (find(names)) return
  const root = process.getuid?.() === 0
  if (root && spawnSync('which', ['apt-get']).status === 0) {
    const packages = ['chromium', 'fonts-noto-core']
    console.log(`No browser here: installing the packages ${packages.join(', ')}.`)
    execFileSync('apt-get', ['update'], { stdio: 'ignore' })
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    return
  }
  console.log("No browser here: installing Playwright's.")
  execFileSync(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], {
    stdio: 'inherit',
  })
}

/** A headless Chromium without access beyond this machine. `args` extend its command line. */
export function openBrowser(args: string[] = []): Promise<Browser> {
  return launch(find(names), args)
}

/**
 * Like `openBrowser`, with the headless build if installed, and for pages that run once: optimizing them does not pay.
 * `flags` are V8's.
 */
export function openShell(flags = ''): Promise<Browser> {
  const known = process.env.FLOW_HEADED === '1' ? names : [shell, ...names]
  return launch(find(known), [`--js-flags=--no-opt --no-maglev --max-lazy ${flags}`])
}

const open = new Set<Browser>()

/** Whether the page itself is requested, and no frame in it. Playwright has no frame yet for the first request of a page. */
function isOfPage(request: Request): boolean {
  try {
    return !request.frame().parentFrame()
  } catch {
    return true
  }
}

/** Called with each context, before its first page. */
export const onContext: ((context: BrowserContext) => void)[] = [
  context => context.setDefaultTimeout(patience),
  () => count('contexts'),
  context =>
    context.on('request', request => {
      const isLoad = request.isNavigationRequest() && isOfPage(request)
      if (isLoad && !request.url().endsWith('/robots.txt')) count('loads')
    }),
]

/** The browsers of this process. */
export const openBrowsers = (): Browser[] => [...open]

/** A browser that keeps its profile in the folder `dir`; `kill` is SIGKILL. */
export async function openProfile(
  dir: string,
  options: Parameters<typeof chromium.launchPersistentContext>[1],
): Promise<{ context: BrowserContext; kill(): Promise<void> }> {
  const context = await chromium.launchPersistentContext(dir, {
    ...how(find([shell, ...names]), []),
    ...options,
  })
  for (const act of onContext) act(context)
  const devtools = await context.browser()!.newBrowserCDPSession()
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  const { id } = processInfo.find(({ type }) => type === 'browser')!
  await devtools.detach()
  return {
    context,
    async kill() {
      const closed = context.waitForEvent('close')
      process.kill(id, 'SIGKILL')
      await closed
    },
  }
}

const how = (path: string | undefined, args: string[]) => ({
  ...(path ? { executablePath: path } : {}),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    ...args,
  ],
})

/** `FLOW_HEADED`, of `npm run flows:test -- --headed`: in a window, and slowly. */
const headed = () => (process.env.FLOW_HEADED === '1' ? { headless: false, slowMo: 300 } : {})

async function launch(path: string | undefined, args: string[]): Promise<Browser> {
  const browser = await chromium.launch({ ...how(path, args), ...headed() })
  open.add(browser)
  browser.on('disconnected', () => open.delete(browser))
  browser.on('context', context => {
    for (const act of onContext) act(context)
  })
  return browser
}
