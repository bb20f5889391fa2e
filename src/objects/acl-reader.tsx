import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ObjectItem } from '../../openapi/schema.ts'
import { aclsKey } from './acls-key.ts'
import { aclOf, type KnownAcl } from './file-acls.ts'

/** ms for which the rows in sight must stay before their access is read. */
const rest = 150
/** ms for which what was read counts. */
const staleTime = 30_000

const none: readonly ObjectItem[] = []

type Props = {
  bucket: string
  rows: readonly ObjectItem[]
  first: number
  end: number
  /** Gets who may download the files in sight, by key, as it comes. */
  onKnown: (acls: ReadonlyMap<string, KnownAcl>) => void
}

/** Reads who may download the rows `[first, end)`. It shows nothing. */
export default function AclReader({ bucket, rows, first, end, onKnown }: Props) {
  const [items, setItems] = useState(none)
  useEffect(() => {
    const timer = setTimeout(
      () => setItems(rows.slice(first, end).filter(item => item.type === 'file')),
      rest,
    )
    return () => clearTimeout(timer)
  }, [rows, first, end])
  const answers = useQueries({
    queries: items.map(item => ({
      queryKey: aclsKey(bucket, item),
      queryFn: () => aclOf(bucket, item.key),
      staleTime,
      meta: { quiet: true },
    })),
    combine: answersOf,
  })
  useEffect(() => {
    const known = answers.flatMap((acl, at): [string, KnownAcl][] => {
      const item = items[at]
      return acl === undefined || !item ? [] : [[item.key, acl]]
    })
    onKnown(new Map(known))
  }, [answers, items, onKnown])
  return null
}

function answersOf(results: { data: KnownAcl | undefined }[]): (KnownAcl | undefined)[] {
  return results.map(({ data }) => data)
}
