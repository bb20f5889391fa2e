import { chakra } from '@chakra-ui/react'
import { Database } from 'lucide-react'
import { Fragment } from 'react'
import { mayCall } from '../../../domain/permissions.ts'
import { covers } from '../../../domain/scope.ts'
import type { Bucket } from '../../../openapi/schema.ts'
import { useFormats } from '../../i18n/formats.ts'
import type { MessageId } from '../../i18n/messages.ts'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { ItemMenu } from '../../ui/action-menu.tsx'
import { Anchor } from '../../ui/anchor.tsx'
import { CellSkeleton, TableSkeleton } from '../../ui/list-skeletons.tsx'
import { MiddleName } from '../../ui/middle-name.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { sortedBy } from '../../ui/sorting.ts'
import { Caption, Cell, HeadCell, MenuHead, Row, SortHead, StickyHead, Table } from '../../ui/table.tsx'
import { bucketAddress } from '../addresses.ts'
import { useStatus } from '../queries.ts'
import { columns, type Sorting } from './arrange.ts'
import { BucketMarks } from './bucket-marks.tsx'
import { type OnBucketAct, type OnMenu, useBucketActions } from './bucket-menu.tsx'

type Props = {
  buckets: readonly Bucket[]
  sorting: Sorting
  onSorting: (sorting: Sorting) => void
  onAct: OnBucketAct
  onMenu: OnMenu
}

export function BucketTable({ buckets, sorting, onSorting, onAct, onMenu }: Props) {
  const t = useText()
  return (
    <Table>
      <Caption>{t('buckets.title')}</Caption>
      <StickyHead>
        <tr>
          {columns.map(({ column, text, width }) => (
            <Fragment key={column}>
              <SortHead
                figures={column !== 'name'}
                order={sorting.column === column ? sorting.order : null}
                onSort={() =>
                  onSorting(sortedBy(sorting, column, column === 'name' ? 'ascending' : 'descending'))
                }
                {...(width && { width })}
              >
                {t(text)}
              </SortHead>
              {column === 'name' && <StatusHead />}
            </Fragment>
          ))}
          <MenuHead />
        </tr>
      </StickyHead>
      <tbody>
        {buckets.map(bucket => (
          <BucketRow key={bucket.name} bucket={bucket} onAct={onAct} onMenu={onMenu} />
        ))}
      </tbody>
    </Table>
  )
}

function BucketRow({ bucket, onAct, onMenu }: { bucket: Bucket; onAct: OnBucketAct; onMenu: OnMenu }) {
  const format = useFormats()
  const [ref, status] = useStatus(bucket.name)
  const actions = useBucketActions(bucket, status, onAct)
  const user = useUser()
  const untold = covers(user.scope, bucket.name, '') ? 'buckets.notTold' : 'buckets.onlyFolders'
  return (
    <Row ref={ref} onContextMenu={event => onMenu(event, bucket.name, actions)}>
      <Cell>
        <BucketLink name={bucket.name} />
      </Cell>
      <Cell>
        {mayCall(user, 'getBucketStatus') ? (
          <BucketMarks status={status} />
        ) : (
          <UnknownValue why="buckets.mayNotRead" />
        )}
      </Cell>
      <Cell figures secondary={bucket.size === null}>
        {bucket.size === null ? <UnknownValue why={untold} /> : format.bytes(bucket.size)}
      </Cell>
      <Cell figures secondary>
        {bucket.objects === null ? <UnknownValue why={untold} /> : format.number(bucket.objects)}
      </Cell>
      <Cell figures secondary>
        {format.date(bucket.created_at)}
      </Cell>
      <Cell px="2" textAlign="end">
        <chakra.span position="relative" zIndex="1">
          <ItemMenu name={bucket.name} size="sm" actions={actions} />
        </chakra.span>
      </Cell>
    </Row>
  )
}

/** The head of the icons, which is not sortable. */
function StatusHead() {
  const t = useText()
  return (
    <HeadCell width="176px" scope="col">
      {t('buckets.status')}
    </HeadCell>
  )
}

/** A bucket's name; the link covers the whole row. */
function BucketLink({ name }: { name: string }) {
  return (
    <chakra.span display="flex" alignItems="center" gap="3" minW="0">
      <chakra.span color="fg.accent" flexShrink="0" _icon={{ boxSize: '20px', strokeWidth: '1.75' }}>
        <Database aria-hidden="true" />
      </chakra.span>
      <Anchor
        href={bucketAddress(name)}
        minW="0"
        display="flex"
        fontWeight="medium"
        _after={{ content: '""', position: 'absolute', inset: '0' }}
        _focusVisible={{
          outline: 'none',
          _after: { outline: '2px solid var(--kho-colors-focus)', outlineOffset: '-2px', borderRadius: 'sm' },
        }}
      >
        <MiddleName name={name} />
      </Anchor>
    </chakra.span>
  )
}

/** A dash for an unknown value, and the reason. */
function UnknownValue({ why }: { why: MessageId }) {
  const t = useText()
  return (
    <chakra.span title={t(why)} color="fg.muted">
      <span aria-hidden="true">–</span>
      <chakra.span srOnly>{t(why)}</chakra.span>
    </chakra.span>
  )
}

export function BucketTableSkeleton() {
  const t = useText()
  const head = (
    <thead>
      <tr>
        {columns.map(({ column, text, width }) => (
          <Fragment key={column}>
            <HeadCell figures={column !== 'name'} width={width}>
              {t(text)}
            </HeadCell>
            {column === 'name' && <StatusHead />}
          </Fragment>
        ))}
        <MenuHead />
      </tr>
    </thead>
  )
  return (
    <TableSkeleton head={head} widths={['38%', '52%', '30%', '46%', '42%', '34%']}>
      {width => (
        <>
          <Cell>
            <chakra.span display="flex" alignItems="center" gap="3">
              <Skeleton boxSize="20px" borderRadius="sm" />
              <Skeleton style={{ width }} />
            </chakra.span>
          </Cell>
          <CellSkeleton width="72px" />
          {columns.slice(1).map(({ column }) => (
            <CellSkeleton key={column} width="64px" ms="auto" />
          ))}
          <Cell />
        </>
      )}
    </TableSkeleton>
  )
}
