// @module-tag faults
import { expect, test } from 'vitest'
import { borrowCeph } from '../support/borrow.ts'
import { deliverWithKills } from '../support/event-kills.ts'

test('2,000 events survive an address that fails, hangs and is slow, and three kills of the server: each is delivered, in order for each object', async () => {
  const { kills, writes, good, bad } = await deliverWithKills(2000, 3)
  expect(kills).toBe(3)
  expect(writes).toBeGreaterThan(1900)
  for (const each of [good, bad]) expect(each).toMatchObject({ missing: 0, disorder: 0, unsigned: 0 })
}, 300_000)

test('so do 2,000 of Ceph RGW, through the inbox', async ({ skip, onTestFinished }) => {
  const ceph = await borrowCeph()
  if ('missing' in ceph) return skip(ceph.missing)
  onTestFinished(() => ceph.stop())
  const { kills, writes, good, bad } = await deliverWithKills(2000, 3, ceph)
  expect(kills).toBe(3)
  expect(writes).toBeGreaterThan(1900)
  for (const each of [good, bad]) expect(each).toMatchObject({ missing: 0, disorder: 0, unsigned: 0 })
}, 300_000)
