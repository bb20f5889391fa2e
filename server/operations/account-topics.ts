import { Problem } from '../errors/problem.ts'
import { storedTopic } from '../events/intake.ts'
import { type AccountTopics, accountTopics, type TopicsThere } from '../storage-admin/topics.ts'
import { storageUid } from '../store/accounts.ts'
import { deleteTopic, listTopics, type Topic } from '../store/topics.ts'
import type { User } from '../store/users.ts'
import type { Services } from './services.ts'

type Needed = Pick<Services, 'db' | 'vault' | 'access' | 'admin' | 'storageEndpoint' | 'region' | 'now'>

/** NOT_SUPPORTED. */
export function topicsThere({ admin }: Pick<Services, 'admin'>): TopicsThere {
  if (admin.topics === null) throw new Problem('NOT_SUPPORTED')
  return admin.topics
}

/** NOT_SUPPORTED. */
export async function topicsOfAccount(
  services: Pick<Services, 'access' | 'admin' | 'storageEndpoint' | 'region'>,
  user: Pick<User, 'accountId'>,
): Promise<AccountTopics> {
  const there = topicsThere(services)
  const { keys } = await services.access.clientForAccount(user)
  const { storageEndpoint: endpoint, region } = services
  return accountTopics({ there, endpoint, region, uid: storageUid(user.accountId), keys })
}

/** The account's current topics at the storage; topics created with its keys become the console's. NOT_SUPPORTED. */
export async function readTopics(services: Needed, { accountId }: User): Promise<Topic[]> {
  const { db, vault, now } = services
  const { list } = topicsThere(services)
  if (list === null) return listTopics(db, accountId)
  // Rows first: a topic that is made meanwhile has none to be deleted.
  const rows = await listTopics(db, accountId)
  const there = await list(storageUid(accountId))
  const topics: Topic[] = []
  for (const { name, incarnation, address } of there) {
    const row = rows.find(each => each.name === name)
    const same =
      row?.incarnation === incarnation &&
      (row.address === address || (row.groupId !== null && address === ''))
    topics.push(
      same
        ? row
        : await db
            .transaction()
            .execute(trx =>
              storedTopic(trx, vault, { account_id: accountId, name, stamp: incarnation, address }, now()),
            ),
    )
  }
  for (const row of rows) if (!there.some(({ name }) => name === row.name)) await deleteTopic(db, row.id)
  return topics
}

/** TOPIC_NOT_FOUND, NOT_SUPPORTED. */
export async function requireTopic(services: Needed, user: User, name: string): Promise<Topic> {
  const topic = (await readTopics(services, user)).find(each => each.name === name)
  if (!topic) throw new Problem('TOPIC_NOT_FOUND')
  return topic
}
