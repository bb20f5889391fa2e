import { execFileSync, spawnSync } from 'node:child_process'
import { type Browser, chromium } from 'playwright'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function find(): string | undefined {
  if (process.env.KHO_CHROMIUM) return process.env.KHO_CHROMIUM
  for (const name of names) {
    const found = spawnSync('which', [name], { encoding: 'utf8' })
    if (found.status === 0) return found.stdout.trim()
  }
  return undefined
}

/**
 * Sees to it that there is a browser: the machine's own, else Debian's package when root, else Playwright's.
 * Throws where none can be had.
 */
export function ensureChromium(): void {
  if (find()) return
  const root = process.getuid?.() === 0
  if (root && spawnSync('which', ['apt-get']).status === 0) {
    console.log('No browser here: installing the packages chromium and fonts-noto-core.')
    execFileSync('apt-get', ['update'], { stdio: 'ignore' })
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-core'], {
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

/** A headless Chromium that talks to this machine alone. `args` are added to its command line. */
export function openBrowser(args: string[] = []): Promise<Browser> {
  const path = find()
  return chromium.launch({
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
}
