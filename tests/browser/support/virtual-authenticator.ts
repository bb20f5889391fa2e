import type { Page } from 'playwright'
import { onTestFinished } from 'vitest'

/** Gives Chromium's page an authenticator that keeps passkeys and verifies its user by itself, for this test. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  onTestFinished(() => devtools.detach())
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
}
