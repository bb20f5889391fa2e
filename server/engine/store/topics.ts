import { DiskFull } from '../../disk.ts'
import type { Store } from './store.ts'

/**
 * `endpoint`: an HTTP(S) URL, or '' if the topic has none. `opaque`: text that its events carry. `created`: unix ms.
 */
export type Topic = { name: string; endpoint: string; opaque: string; created: number }

/** Maximum number of topics of a user. */
const mostTopics = 100

const columns = 'name, endpoint, opaque, created'

export const findTopic = ({ db }: Pick<Store, 'db'>, uid: string, name: string): Topic | undefined =>
  db.get<Topic>(`SELECT ${columns} FROM topic WHERE uid = ? AND name = ?`, uid, name)

/** The user's topics by name, those after `after`. */
export const listTopics = ({ db }: Pick<Store, 'db'>, uid: string, after = '', limit = mostTopics): Topic[] =>
  db.all<Topic>(
    `SELECT ${columns} FROM topic WHERE uid = ? AND name > ? ORDER BY name LIMIT ?`,
    uid,
    after,
    limit,
  )

/** Adds a topic, or returns the existing one; `full` if the user has reached the maximum. */
export const addTopic = (
  store: Store,
  uid: string,
  topic: Pick<Topic, 'name' | 'endpoint' | 'opaque'>,
): Promise<Topic | 'full'> =>
  store.commits.run(() => {
    const found = findTopic(store, uid, topic.name)
    if (found) return found
    const { count } = store.db.get<{ count: number }>(
      'SELECT count(*) AS count FROM topic WHERE uid = ?',
      uid,
    )!
    if (count >= mostTopics) return 'full'
    if (store.disk.isFull()) throw new DiskFull()
    const added = { ...topic, created: store.now() }
    store.db.run(
      'INSERT INTO topic (uid, name, endpoint, opaque, created) VALUES (?, ?, ?, ?, ?)',
      uid,
      added.name,
      added.endpoint,
      added.opaque,
      added.created,
    )
    return added
  })

/** Returns whether the topic exists. */
export const changeTopic = (
  store: Store,
  uid: string,
  name: string,
  change: Partial<Pick<Topic, 'endpoint' | 'opaque'>>,
): Promise<boolean> =>
  store.commits.run(
    () =>
      store.db.run(
        'UPDATE topic SET endpoint = coalesce(?, endpoint), opaque = coalesce(?, opaque) WHERE uid = ? AND name = ?',
        change.endpoint ?? null,
        change.opaque ?? null,
        uid,
        name,
      ) > 0,
  )

export const deleteTopic = (store: Store, uid: string, name: string): Promise<void> =>
  store.commits.run(() => {
    store.db.run('DELETE FROM topic WHERE uid = ? AND name = ?', uid, name)
  })
