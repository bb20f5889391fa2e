import { chakra } from '@chakra-ui/react'
import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SubUser } from '../../openapi/schema.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { MiddleName } from '../ui/middle-name.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Caption, Cell, HeadCell, Row, Table } from '../ui/table.tsx'
import { Tip } from '../ui/tip.tsx'
import { Chip } from './chip.tsx'
import { ExpiryText } from './expiry-text.tsx'
import { TwoStepMark } from './two-step-mark.tsx'

export type SubUserActs = { onEdit: (user: SubUser) => void; onDelete: (user: SubUser) => void }

/** Shown where there is room for it. */
const wide = { base: 'none', lg: 'table-cell' } as const

function Head() {
  const t = useText()
  return (
    <thead>
      <tr>
        <HeadCell scope="col">{t('people.email')}</HeadCell>
        <HeadCell scope="col" width="17%">
          {t('people.name')}
        </HeadCell>
        <HeadCell scope="col" width={{ base: '120px', lg: '13%' }}>
          {t('people.permission')}
        </HeadCell>
        <HeadCell scope="col" width={{ base: '120px', lg: '14%' }}>
          {t('people.expiry')}
        </HeadCell>
        <HeadCell scope="col" width="17%" display={wide}>
          {t('people.lastSignIn')}
        </HeadCell>
        <HeadCell scope="col" width="124px" textAlign="end">
          {t('people.quickAction')}
        </HeadCell>
      </tr>
    </thead>
  )
}

/** The sub-users as a table. */
export function SubUserTable({ users, onEdit, onDelete }: { users: readonly SubUser[] } & SubUserActs) {
  const t = useText()
  const format = useFormats()
  return (
    <Table>
      <Caption>{t('people.list')}</Caption>
      <Head />
      <tbody>
        {users.map(user => (
          <Row key={user.id}>
            <Cell>
              <chakra.span display="flex" alignItems="center" gap="2" minW="0" fontWeight="medium">
                <MiddleName name={user.email} />
                {user.two_step && <TwoStepMark />}
              </chakra.span>
            </Cell>
            <Cell overflowWrap="anywhere">{user.fullName}</Cell>
            <Cell>
              <Chip>{t(`people.permission.${user.permission}`)}</Chip>
            </Cell>
            <Cell secondary>
              <ExpiryText at={user.expire_date} />
            </Cell>
            <Cell secondary display={wide}>
              {user.last_sign_in_at === null ? (
                t('people.never')
              ) : (
                <chakra.span textStyle="small" whiteSpace="nowrap">
                  {format.dateTime(user.last_sign_in_at)}
                </chakra.span>
              )}
            </Cell>
            <Cell px="2">
              <chakra.span display="flex" justifyContent="flex-end" gap="1">
                <Act label={t('people.editOne', { name: user.fullName })} onClick={() => onEdit(user)}>
                  <Pencil />
                </Act>
                <Act label={t('people.deleteOne', { name: user.fullName })} onClick={() => onDelete(user)}>
                  <Trash2 />
                </Act>
              </chakra.span>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function Act({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tip label={label}>
      <IconButton size="sm" label={label} onClick={onClick}>
        {children}
      </IconButton>
    </Tip>
  )
}

const widths = ['62%', '74%', '55%', '68%', '60%']

/** Rows in the shape of the table. */
export function SubUserTableSkeleton() {
  const t = useText()
  return (
    <Table aria-busy="true">
      <Caption>{t('common.loading')}</Caption>
      <Head />
      <tbody>
        {widths.map(width => (
          <tr key={width}>
            <Cell>
              <Skeleton style={{ width }} />
            </Cell>
            <Cell>
              <Skeleton width="70%" />
            </Cell>
            <Cell>
              <Skeleton width="64px" h="22px" />
            </Cell>
            <Cell>
              <Skeleton width="80px" />
            </Cell>
            <Cell display={wide}>
              <Skeleton width="96px" />
            </Cell>
            <Cell>
              <Skeleton width="48px" ms="auto" />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
