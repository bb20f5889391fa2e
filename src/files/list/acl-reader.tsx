import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Acl, ObjectItem } from '../../../openapi/schema.ts'
import { batched } from '../../api/batch.ts'
import { api } from '../../api/client.ts'
import { keyOf } from '../../api/query.ts'
import { dataOf } from '../../api/result.ts'

/** ms for which the visible rows must stay the same before their ACLs are loaded. */
const settleMs = 150
/** ms for which loaded ACLs are fresh. */
const staleTime = 30_000

const none: readonly ObjectItem[] = []

type Props = {
  bucket: string
  rows: readonly ObjectItem[]
  first: number
  end: number
  /** Receives the loaded ACLs of the visible files, by key. */
  onKnown: (acls: ReadonlyMap<string, KnownAcl>) => void
}

/** Loads the ACLs of the rows `[first, end)`. Renders nothing. */
export default function AclReader({ bucket, rows, first, end, onKnown }: Props) {
  const [items, setItems] = useState(none)
  useEffect(() => {
    const timer = setTimeout(
      () => setItems(rows.slice(first, end).filter(item => item.type === 'file')),
      settleMs,
    )
    return () => clearTimeout(timer)
  }, [rows, first, end])
  const acls = useQueries({
    queries: items.map(item => ({
      queryKey: keyOf('/objects/acl/many', { query: { bucket, path: item.key }, ...versionOf(item) }),
      queryFn: () => loadAcl(bucket, item.key),
      staleTime,
      meta: { quiet: true },
    })),
    combine: aclsOf,
  })
  useEffect(() => {
    const known = acls.flatMap((acl, at): [string, KnownAcl][] => {
      const item = items[at]
      return acl === undefined || !item ? [] : [[item.key, acl]]
    })
    onKnown(new Map(known))
  }, [acls, items, onKnown])
  return null
}

const versionOf = ({ etag, last_modified }: ObjectItem) => ({ etag, last_modified })

function aclsOf(results: { data: KnownAcl | undefined }[]): (KnownAcl | undefined)[] {
  return results.map(({ data }) => data)
}

/** `unknown`: the storage does not report it for this file. `none`: the storage has no ACLs. */
export type KnownAcl = Acl | 'unknown' | 'none'

/** Keys per request: the limit of `readObjectAcls`. */
const batchSize = 100

const readers = new Map<string, (key: string) => Promise<KnownAcl>>()

/** Loads the ACL of a file. Calls of the same tick are batched by bucket. */
function loadAcl(bucket: string, key: string): Promise<KnownAcl> {
  const load = readers.get(bucket) ?? batched(batchSize, keys => readAcls(bucket, keys))
  readers.set(bucket, load)
  return load(key)
}

async function readAcls(bucket: string, keys: string[]): Promise<Map<string, KnownAcl>> {
  const { acls } = await dataOf(api.POST('/objects/acl/many', { body: { bucket, keys } }))
  const known = new Map(acls?.map(({ key, acl }) => [key, acl]))
  return new Map(keys.map(key => [key, acls === null ? 'none' : (known.get(key) ?? 'unknown')]))
}
