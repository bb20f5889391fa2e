// @module-tag packages
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('`npm run dev` serves page and API at one address, and one signal ends both', {
  timeout: 180_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kho-dev-'))
  const dev = spawn(process.execPath, ['build/dev.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, KHO_PORT: '0', KHO_S3_PORT: '0', KHO_DATA_DIR: dataDir },
  })
  const ended = once(dev, 'exit')
  onTestFinished(async () => {
    dev.kill()
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  })
  let printed = ''
  dev.stderr.on('data', chunk => {
    printed += chunk
  })
  for await (const chunk of dev.stdout) {
    printed += chunk
    if (printed.includes('Ctrl+C')) break
  }
  const said = (pattern: RegExp) => pattern.exec(printed)?.[1] ?? expect.fail(printed)
  const page = said(/Kho is at +(\S+)/)
  const username = said(/Sign in as +(\S+)/)
  const password = said(/Password +(\S+)/)

  expect(await (await fetch(page)).text()).toContain('/@vite/client')
  const signIn = await fetch(new URL('/api/auth/login', page), {
    method: 'POST',
    headers: { origin: new URL(page).origin },
    body: new URLSearchParams({ username, password, scope: '' }),
  })
  expect([signIn.status, await signIn.text()]).toEqual([200, expect.stringContaining(username)])

  dev.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  await expect(fetch(said(/API +(\S+)/))).rejects.toThrow('fetch failed')
})
