import { chakra } from '@chakra-ui/react'
import { Pencil, Trash2, UserPlus } from 'lucide-react'
import type { SubUserGroup } from '../../../openapi/schema.ts'
import { useText } from '../../i18n/text.ts'
import { ItemMenu } from '../../ui/action-menu.tsx'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CardsSkeleton, CellSkeleton, TableSkeleton } from '../../ui/list-skeletons.tsx'
import { NameText } from '../../ui/name-text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Caption, Card, Cards, Cell, HeadCell, Row, Table, TableOrCards } from '../../ui/table.tsx'
import { Tip } from '../../ui/tip.tsx'
import { ScopeMark } from '../scope-mark.tsx'

type Acts = Record<'onMembers' | 'onEdit' | 'onDelete', (group: SubUserGroup) => void>
type Props = { groups: readonly SubUserGroup[] } & Acts

/** Minimum width of the table, in px. */
const leastTable = 640

/** The groups of sub-users, as a table or as cards. */
export function GroupList(props: Props) {
  return (
    <TableOrCards least={leastTable} table={<GroupTable {...props} />} cards={<GroupCards {...props} />} />
  )
}

export function GroupListSkeleton() {
  return (
    <TableOrCards
      least={leastTable}
      table={
        <TableSkeleton head={<Head />} widths={['42%', '56%', '35%']}>
          {width => (
            <>
              <CellSkeleton style={{ width }} />
              <CellSkeleton width="96px" h="22px" />
              <CellSkeleton width="24px" ms="auto" />
              <CellSkeleton width="92px" ms="auto" />
            </>
          )}
        </TableSkeleton>
      }
      cards={
        <CardsSkeleton>
          <Skeleton width="40%" h="22px" />
        </CardsSkeleton>
      }
    />
  )
}

function Head() {
  const t = useText()
  return (
    <thead>
      <tr>
        <HeadCell scope="col">{t('subGroups.name')}</HeadCell>
        <HeadCell scope="col" width="36%">
          {t('people.permission')}
        </HeadCell>
        <HeadCell scope="col" figures width="128px">
          {t('subGroups.membersHead')}
        </HeadCell>
        <HeadCell scope="col" width="140px" textAlign="end">
          {t('subGroups.actions')}
        </HeadCell>
      </tr>
    </thead>
  )
}

function Rights({ group }: { group: SubUserGroup }) {
  const t = useText()
  return (
    <chakra.span display="flex" flexWrap="wrap" gap="1">
      <Chip>{t(`people.permission.${group.permission}`)}</Chip>
      <ScopeMark permission={group.permission} scope={group.scope} />
    </chakra.span>
  )
}

function GroupTable({ groups, onMembers, onEdit, onDelete }: Props) {
  const t = useText()
  return (
    <Table>
      <Caption>{t('subGroups.list')}</Caption>
      <Head />
      <tbody>
        {groups.map(group => (
          <Row key={group.id}>
            <Cell fontWeight="medium" overflowWrap="anywhere">
              <NameText name={group.name} />
            </Cell>
            <Cell>
              <Rights group={group} />
            </Cell>
            <Cell figures>{group.members}</Cell>
            <Cell px="2">
              <chakra.span display="flex" justifyContent="flex-end" gap="1">
                <Tip label={t('subGroups.membersTitle', { name: group.name })}>
                  <IconButton
                    size="sm"
                    label={t('subGroups.membersTitle', { name: group.name })}
                    onClick={() => onMembers(group)}
                  >
                    <UserPlus />
                  </IconButton>
                </Tip>
                <Tip label={t('subGroups.edit', { name: group.name })}>
                  <IconButton
                    size="sm"
                    label={t('subGroups.edit', { name: group.name })}
                    onClick={() => onEdit(group)}
                  >
                    <Pencil />
                  </IconButton>
                </Tip>
                <Tip label={t('subGroups.delete', { name: group.name })}>
                  <IconButton
                    size="sm"
                    label={t('subGroups.delete', { name: group.name })}
                    onClick={() => onDelete(group)}
                  >
                    <Trash2 />
                  </IconButton>
                </Tip>
              </chakra.span>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function GroupCards({ groups, onMembers, onEdit, onDelete }: Props) {
  const t = useText()
  return (
    <Cards aria-label={t('subGroups.list')}>
      {groups.map(group => (
        <Card key={group.id}>
          <chakra.div flex="1" minW="0">
            <chakra.p fontWeight="medium" overflowWrap="anywhere">
              <NameText name={group.name} />
            </chakra.p>
            <chakra.p textStyle="small" color="fg.muted" mb="2">
              {t('subGroups.members', { count: group.members })}
            </chakra.p>
            <Rights group={group} />
          </chakra.div>
          <ItemMenu
            name={group.name}
            size="sm"
            actions={[
              {
                id: 'members',
                label: t('subGroups.membersHead'),
                icon: <UserPlus />,
                run: () => onMembers(group),
              },
              { id: 'edit', label: t('people.edit'), icon: <Pencil />, run: () => onEdit(group) },
              null,
              {
                id: 'delete',
                label: t('common.delete'),
                icon: <Trash2 />,
                danger: true,
                run: () => onDelete(group),
              },
            ]}
          />
        </Card>
      ))}
    </Cards>
  )
}
