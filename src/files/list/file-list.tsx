import type { CSSProperties } from 'react'
import { usePhone } from '../../ui/use-phone.ts'
import { FileHead } from './file-head.tsx'
import { FileRow, Rows } from './file-row.tsx'
import { useAclColumn } from './use-acl-column.tsx'
import { type FileViewProps, ListEnd, Scroller, useFileView } from './use-file-view.ts'

const rowHeight = 44
/** The column headers, which are sticky. */
const headHeight = 36
const cardHeight = 64

const aclColumn = { '--acl-column': '112px' } as CSSProperties

export function FileList(props: FileViewProps) {
  const { bucket, rows, selection, count } = props
  const phone = usePhone()
  const height = phone ? cardHeight : rowHeight
  const view = useFileView(props, { columns: 1, height, headHeight, overscan: 6 })
  const { scroller, first, end, cursor } = view
  const { acls, reader } = useAclColumn(scroller, bucket, rows, [first, end])
  return (
    <Scroller
      {...view.grid}
      aria-rowcount={count === null ? -1 : count + 1}
      style={acls ? aclColumn : undefined}
    >
      <FileHead
        sort={props.sort}
        onSort={props.onSort}
        selected={view.selected}
        acls={acls !== null}
        onSelectAll={view.onSelectAll}
      />
      <Rows role="rowgroup" style={{ height: rows.length * height }}>
        {rows.slice(first, end).map((item, at) => (
          <FileRow
            key={item.key}
            id={view.itemId(first + at)}
            item={item}
            bucket={bucket}
            index={first + at}
            acl={acls && (item.type === 'folder' ? 'unknown' : (acls.get(item.key) ?? 'unread'))}
            start={(first + at) * height}
            height={height}
            phone={phone}
            selected={selection.keys.has(item.key)}
            active={first + at === cursor}
            menuOpen={props.menuItems.includes(item)}
            events={view.events}
          />
        ))}
      </Rows>
      {reader}
      <ListEnd aria-hidden="true" />
    </Scroller>
  )
}
