import { type ReactNode, type RefObject, useCallback, useEffect, useState } from 'react'
import { mayCall } from '../../domain/permissions.ts'
import type { ObjectItem } from '../../openapi/schema.ts'
import { useUser } from '../session/provider.ts'
import { lazyPart } from '../ui/lazy.tsx'
import type { KnownAcl } from './file-acls.ts'

const AclReader = lazyPart(() => import('./acl-reader.tsx'))

/** Px of the list from which the column has room. */
const leastWidth = 1020

type Acls = ReadonlyMap<string, KnownAcl>

const nothing: Acls = new Map()

/**
 * Who may download the files in sight, by key, without those not known yet; null where there is no column of it: where
 * the list is narrow, for users who may not read it and where the storage has no ACLs. `reader` is to be rendered.
 */
export function useAclColumn(
  scroller: RefObject<HTMLElement | null>,
  bucket: string,
  rows: readonly ObjectItem[],
  [first, end]: [number, number],
): { acls: Acls | null; reader: ReactNode } {
  const [acls, setAcls] = useState(nothing)
  /** The bucket of which the storage said that it has no ACLs. */
  const [without, setWithout] = useState<string | null>(null)
  const mayAsk = mayCall(useUser(), 'readObjectAcls')
  const on = useHasRoom(scroller) && mayAsk && without !== bucket
  const onKnown = useCallback(
    (acls: Acls) => {
      if ([...acls.values()].includes('none')) setWithout(bucket)
      else setAcls(acls)
    },
    [bucket],
  )
  if (!on) return { acls: null, reader: null }
  return {
    acls,
    reader: <AclReader bucket={bucket} rows={rows} first={first} end={end} onKnown={onKnown} />,
  }
}

function useHasRoom(scroller: RefObject<HTMLElement | null>): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => setHas(element.clientWidth >= leastWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return has
}
