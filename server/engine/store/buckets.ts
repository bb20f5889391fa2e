import { S3Error } from '../protocol/errors.ts'
import type { Store } from './store.ts'

export type BucketRow = { id: number; name: string; uid: string; created: number; cors: string | null }

export const findBucket = ({ db }: Pick<Store, 'db'>, name: string): BucketRow | undefined =>
  db.get<BucketRow>('SELECT id, name, uid, created, cors FROM bucket WHERE name = ?', name)

/** Call in the commit: the bucket may have been deleted while the body was received. @throws S3Error NoSuchBucket */
export const requireBucket = ({ db }: Pick<Store, 'db'>, bucket: BucketRow): void => {
  if (db.get('SELECT 1 FROM bucket WHERE id = ?', bucket.id)) return
  throw new S3Error('NoSuchBucket', undefined, { BucketName: bucket.name })
}
