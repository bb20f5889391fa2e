import { changePin, requestCode, resetPin } from '../../src/security/pin/flow.ts'
import type { pinFlow } from './pin.flow.ts'
import * as world from './support/actor-world.ts'
import type { Causes } from './support/describe-actors.ts'

const { newPin, pin } = world
const change = { pin, newPin }

/** A person who has a code by mail. */
async function withCode(): Promise<string> {
  const email = await world.signedIn()
  await requestCode()
  return world.mailedCode(email)
}

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

export const pinActors: Causes<typeof pinFlow> = {
  changePin: {
    async ok() {
      await world.signedIn()
      return changePin(change)
    },
    async PIN_MISMATCH() {
      await world.signedIn()
      return changePin({ pin: '0000', newPin })
    },
    async PIN_BLOCKED() {
      await world.server.blockPin(await world.signedIn())
      return changePin(change)
    },
    async PIN_REUSED() {
      await world.signedIn({ pin: 'Xuân'.normalize('NFC') })
      return changePin({ pin: 'Xuân'.normalize('NFC'), newPin: 'Xuân'.normalize('NFD') })
    },
    UNAUTHORIZED: () => world.ended(() => changePin(change)),
    async TOO_MANY_REQUESTS() {
      await world.signedIn()
      await world.spendTheLimit('PUT', '/user/change-pin', { pin: '0000', new_pin: newPin })
      return changePin(change)
    },
    NETWORK: () => world.withoutNetwork(() => changePin(change)),
    async unexpected() {
      await world.signedIn()
      return world.broken(() => changePin(change))
    },
  },
  requestCode: {
    async ok() {
      await world.signedIn()
      return requestCode()
    },
    async OTP_LIMIT() {
      await withCode()
      return requestCode()
    },
    async MAIL_FAILED() {
      await world.signedIn()
      world.server.refuseMail(true)
      return requestCode().finally(() => world.server.refuseMail(false))
    },
    UNAUTHORIZED: () => world.ended(requestCode),
    NETWORK: () => world.withoutNetwork(requestCode),
    async unexpected() {
      await world.signedIn()
      return world.broken(requestCode)
    },
  },
  resetPin: {
    ok: async () => resetPin({ code: await withCode(), newPin }),
    INVALID_TOKEN: async () => resetPin({ code: wrong(await withCode()), newPin }),
    async MAIL_CODE_EXPIRED() {
      const code = await withCode()
      await resetPin({ code, newPin })
      return resetPin({ code, newPin })
    },
    PIN_REUSED: async () => resetPin({ code: await withCode(), newPin: pin }),
    UNAUTHORIZED: () => world.ended(() => resetPin({ code: '287082', newPin })),
    async TOO_MANY_REQUESTS() {
      const code = await withCode()
      await world.spendTheLimit('PUT', '/user/reset-pin', { code: wrong(code), new_pin: newPin })
      return resetPin({ code, newPin })
    },
    NETWORK: () => world.withoutNetwork(() => resetPin({ code: '287082', newPin })),
    async unexpected() {
      const code = await withCode()
      return world.broken(() => resetPin({ code, newPin }))
    },
  },
}
