import { deliverWithKills } from '../support/event-kills.ts'

/** Bytes of memory that the server may take. */
const most = 600 * 1024 ** 2

/**
 * `events [events] [kills]`: events go to an address that answers and to one that fails, hangs, is slow and comes back, while
 * the server is killed. Whether each is delivered at least once, in order for each object, signed, in bounded memory.
 */
export async function benchEvents(events: number, kills: number): Promise<boolean> {
  const { writes, good, bad, memory, ms, ...more } = await deliverWithKills(events, kills)
  for (const [name, { missing, disorder, repeated, unsigned }] of Object.entries({ good, bad })) {
    console.log(
      `events of ${writes} writes to the ${name} address, ${more.kills} kills: ${missing} missing, ${disorder} out of order, ` +
        `${repeated} sent again, ${unsigned} not signed`,
    )
  }
  console.log(`${(ms / 1000).toFixed(1)} s, ${Math.round(memory / 1024 ** 2)} MiB of memory at most`)
  const whole = [good, bad].every(({ missing, disorder, unsigned }) => missing + disorder + unsigned === 0)
  return whole && memory <= most
}
