import { type ReactNode, type RefObject, useCallback, useEffect, useState } from 'react'
import { mayCall } from '../../../domain/permissions.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { useUser } from '../../session/flow.ts'
import { lazyPart } from '../../ui/lazy.tsx'
import type { KnownAcl } from './file-acls.ts'

const AclReader = lazyPart(() => import('./acl-reader.tsx'))

/** Width of the list from which the column is shown, in px. */
const minWidth = 1020

type Acls = ReadonlyMap<string, KnownAcl>

const noAcls: Acls = new Map()

/**
 * The loaded ACLs of the visible files, by key; null without the column: in a narrow list, without permission, or when the
 * storage has no ACLs. The caller renders `reader`.
 */
export function useAclColumn(
  scroller: RefObject<HTMLElement | null>,
  bucket: string,
  rows: readonly ObjectItem[],
  [first, end]: [number, number],
): { acls: Acls | null; reader: ReactNode } {
  const [acls, setAcls] = useState(noAcls)
  /** The bucket whose storage has no ACLs. */
  const [bucketWithoutAcls, setBucketWithoutAcls] = useState<string | null>(null)
  const mayRead = mayCall(useUser(), 'readObjectAcls')
  const shown = useIsWide(scroller) && mayRead && bucketWithoutAcls !== bucket
  const onKnown = useCallback(
    (acls: Acls) => {
      if ([...acls.values()].includes('none')) setBucketWithoutAcls(bucket)
      else setAcls(acls)
    },
    [bucket],
  )
  if (!shown) return { acls: null, reader: null }
  return {
    acls,
    reader: <AclReader bucket={bucket} rows={rows} first={first} end={end} onKnown={onKnown} />,
  }
}

function useIsWide(scroller: RefObject<HTMLElement | null>): boolean {
  const [isWide, setIsWide] = useState(false)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => setIsWide(element.clientWidth >= minWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return isWide
}
