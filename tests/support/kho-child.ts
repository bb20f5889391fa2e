import { readFileSync } from 'node:fs'
import { readConfig } from '../../server/config.ts'
import { seedDemo } from '../../server/demo/seed.ts'
import { startKho } from '../../server/kho.ts'
import { changeCustomer } from '../../server/store/customers.ts'
import { findUserByEmail } from '../../server/store/users.ts'
import { alone } from '../server/support/alone.ts'

/**
 * A request of the test: the first account's S3 keys, or its new quota (bytes; null: none), or for how many ms the event
 * loop was blocked at most since the last such request.
 */
export type Ask = { keys: true } | { quota: number | null } | { longestBlock: true }

/** The server in its own process, with test settings besides the environment. Sends its URLs. */
const read = readConfig(process.env)
if ('problems' in read) throw new Error(read.problems.join('\n'))
const minPartSize = process.env.TEST_MIN_PART_SIZE
const kho = await startKho(read.config, {
  checkResponses: true,
  onHalt: (message, cause) => {
    console.error(message, cause)
    process.exit(1)
  },
  ...(process.env.TEST_PAGES && { pages: process.env.TEST_PAGES }),
  ...(minPartSize && { minPartSize: Number(minPartSize) }),
  // As little as argon2 allows.
  ...(process.env.TEST_CHEAP_HASHES && { hashCost: { memory: 8, passes: 1 } }),
})
if (process.env.TEST_DEMO) await seedDemo(kho.services, read.config.admin.email)
if (process.env.TEST_FIRST_PASSWORD) {
  await kho.services.db.updateTable('users').set({ require_change_pass: 1 }).execute()
}
const tick = 5
/** ms for which this thread could have run, but the machine ran others: no fault of the server's. */
const queued = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6
let watcher: NodeJS.Timeout | undefined
let longestBlock = 0
function watchBlocks(): void {
  clearInterval(watcher)
  longestBlock = 0
  let [at, waited] = [performance.now(), queued()]
  watcher = setInterval(() => {
    const [now, more] = [performance.now(), queued()]
    longestBlock = Math.max(longestBlock, now - at - tick - (more - waited))
    ;[at, waited] = [now, more]
  }, tick)
}
process.on('message', async (ask: Ask) => {
  if ('longestBlock' in ask) {
    process.send?.({ longestBlock })
    watchBlocks()
    return
  }
  const user = await findUserByEmail(kho.services.db, read.config.admin.email)
  if (!user) throw new Error('There is no first user.')
  const { keys } = await kho.services.access.clientForUser(user)
  if ('quota' in ask) {
    await changeCustomer(alone(kho.services.db), user.accountId, { quota: ask.quota })
    await kho.services.sync.apply(user.accountId)
  }
  process.send?.({ keys })
})
process.once('SIGTERM', () => kho.close().then(() => process.exit(0)))
process.once('disconnect', () => process.exit(0))
process.send?.({ url: kho.consoleUrl, s3Url: kho.s3Url })
