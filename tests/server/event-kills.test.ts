// @module-tag faults
import { expect, test } from 'vitest'
import { missingPrograms, startCeph } from '../support/ceph.ts'
import { deliverWithKills } from '../support/event-kills.ts'

test('2,000 events survive an address that fails, hangs and is slow, and three kills of the server: each is delivered, in order for each object', async () => {
  const { kills, writes, good, bad } = await deliverWithKills(2000, 3)
  expect(kills).toBe(3)
  expect(writes).toBeGreaterThan(1900)
  for (const each of [good, bad]) expect(each).toMatchObject({ missing: 0, disorder: 0, unsigned: 0 })
}, 300_000)

// What RGW had to send again may come after later changes of the same object.
test.skipIf(missingPrograms().length > 0).each([
  [2000, 3, {}],
  [500, 0, { disorder: 0 }],
])(
  'so do %i of Ceph RGW, through the inbox, with %i kills',
  async (events, wanted, order) => {
    const ceph = await startCeph()
    if ('missing' in ceph) throw new Error(ceph.missing)
    try {
      const { kills, writes, good, bad } = await deliverWithKills(events, wanted, ceph)
      expect(kills).toBe(wanted)
      expect(writes).toBeGreaterThan(0.95 * events)
      for (const each of [good, bad]) expect(each).toMatchObject({ missing: 0, unsigned: 0, ...order })
    } finally {
      await ceph.stop()
    }
  },
  300_000,
)
