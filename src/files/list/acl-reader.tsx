import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { keyOf } from '../../api/query.ts'
import { type KnownAcl, loadAcl } from './file-acls.ts'

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
