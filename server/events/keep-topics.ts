import type { Background, Turn, Worker } from '../background/runner.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import { accountTopics, type TopicsThere } from '../storage-admin/topics.ts'
import type { Database } from '../store/open.ts'
import { knownTopics } from '../store/topics.ts'

const hour = 3600_000

/**
 * Recreates the console's topics on a storage where others may delete them (`topics-shared` of
 * domain/storage-differences.ts), or whose events go to an inbox that has moved.
 */
export function addTopicKeeper(
  background: Background,
  options: {
    db: Database
    access: Pick<AccountAccess, 'clientForAccount'>
    there: TopicsThere
    endpoint: string
    region: string
  },
): Worker {
  const { db, access, there, endpoint, region } = options

  async function run({ stopping, failed }: Turn): Promise<undefined> {
    for (const { accountId, storageUid: uid, ...topic } of await knownTopics(db)) {
      if (stopping.aborted) return
      try {
        const { keys } = await access.clientForAccount({ accountId })
        await accountTopics({ there, endpoint, region, uid, keys }).create(topic)
      } catch (error) {
        failed(error)
      }
    }
  }

  const problem = 'A topic could not be kept in the storage.'
  return background.add({ name: 'topics', problem, every: () => hour, retry: 60_000, run })
}
