import { type CSSProperties, type ReactNode, type RefObject, useCallback, useEffect, useState } from 'react'
import { mayCall } from '../../../domain/permissions.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { useUser } from '../../session/flow.ts'
import { lazyPart } from '../../ui/lazy.tsx'
import { usePhone } from '../../ui/use-width.ts'
import type { KnownAcl } from './acl-reader.tsx'
import { FileHead } from './file-head.tsx'
import { FileRow, Rows } from './file-row.tsx'
import { ListEnd, Scroller } from './scroller.tsx'
import { type FileViewProps, useFileView } from './use-file-view.ts'

const AclReader = lazyPart(() => import('./acl-reader.tsx'))

const rowHeight = 44
/** The column headers, which are sticky. */
const headHeight = 36
const cardHeight = 64

/** Width of the list from which it shows ACLs, in px. */
const aclMinWidth = 1020

type Acls = ReadonlyMap<string, KnownAcl>

const noAcls: Acls = new Map()
const aclColumn = { '--acl-column': '112px' } as CSSProperties

type Props = FileViewProps & {
  below?: (item: ObjectItem) => ReactNode
  /** Of the checkbox that selects all rows. */
  allLabel?: string
}

export function FileList({ below, allLabel, ...props }: Props) {
  const { bucket, rows, count } = props
  const phone = usePhone()
  const height = (phone ? cardHeight : rowHeight) + (below ? 8 : 0)
  const view = useFileView(props, { columns: 1, height, headHeight, overscan: 6 })
  const { scroller, first, end, base, shift } = view
  const LoadingRow = props.window?.parts.LoadingRow
  const { acls, reader } = useAclColumn(scroller, bucket, rows, [
    Math.max(0, first - base),
    Math.max(0, end - base),
  ])
  return (
    <Scroller
      {...view.grid}
      aria-rowcount={count === null ? -1 : count + 1}
      style={acls ? aclColumn : undefined}
    >
      <FileHead
        sort={props.sort}
        sortBy={props.sortBy}
        selected={view.selected}
        acls={acls !== null}
        allLabel={allLabel}
        onSelectAll={view.onSelectAll}
      />
      <Rows role="rowgroup" style={{ height: view.wholeHeight }}>
        {Array.from({ length: Math.max(0, end - first) }, (_, at) => {
          const index = first + at
          const item = view.itemAt(index)
          const start = index * height + shift
          if (!item)
            return LoadingRow && <LoadingRow key={index} index={index} start={start} height={height} />
          return (
            <FileRow
              key={item.key}
              {...view.itemView(item, index)}
              index={index}
              acl={acls && (item.type === 'folder' ? 'unknown' : (acls.get(item.key) ?? 'unread'))}
              start={start}
              height={height}
              phone={phone}
              below={below}
            />
          )
        })}
      </Rows>
      {reader}
      <ListEnd aria-hidden="true" />
    </Scroller>
  )
}

/**
 * The loaded ACLs of the visible files, by key; null without the column: in a narrow list, without permission, or when the
 * storage has no ACLs. The caller renders `reader`.
 */
function useAclColumn(
  scroller: RefObject<HTMLElement | null>,
  bucket: string,
  rows: readonly ObjectItem[],
  [first, end]: [number, number],
): { acls: Acls | null; reader: ReactNode } {
  const [acls, setAcls] = useState(noAcls)
  /** The bucket whose storage has no ACLs. */
  const [bucketWithoutAcls, setBucketWithoutAcls] = useState<string | null>(null)
  const mayRead = mayCall(useUser(), 'readObjectAcls')
  const shown = useIsWide(scroller) && mayRead && bucket !== '' && bucketWithoutAcls !== bucket
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
    const observer = new ResizeObserver(() => setIsWide(element.clientWidth >= aclMinWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return isWide
}
