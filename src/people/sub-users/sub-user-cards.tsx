import { chakra } from '@chakra-ui/react'
import { Pencil, Send, Trash2, UserRoundKey } from 'lucide-react'
import { initialsOf } from '../../../domain/initials.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { ItemMenu } from '../../ui/action-menu.tsx'
import { CardWindow } from '../../ui/card-window.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CardsSkeleton } from '../../ui/list-skeletons.tsx'
import { NameText } from '../../ui/name-text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { GroupMark } from '../group-mark.tsx'
import { ExpiryText, InvitedText, SignInMarks } from '../marks.tsx'
import { ScopeMark } from '../scope-mark.tsx'
import { SelectBox } from './selection-bar.tsx'
import type { SubUserListProps } from './sub-user-table.tsx'

export function SubUserCards({
  users,
  total,
  onEnd,
  selection,
  onEdit,
  onInvite,
  onReset,
  onDelete,
}: SubUserListProps) {
  const t = useText()
  const format = useFormats()
  return (
    <CardWindow
      label={t('people.list')}
      items={users}
      keyOf={user => user.id}
      total={total}
      estimate={150}
      onEnd={onEnd}
    >
      {user => (
        <>
          <chakra.div display="grid" gap="3" justifyItems="center">
            <Initials name={user.fullName} />
            <SelectBox user={user} selection={selection} />
          </chakra.div>
          <chakra.div flex="1" minW="0">
            <chakra.p fontWeight="medium" overflowWrap="anywhere">
              <NameText name={user.fullName} />
            </chakra.p>
            <chakra.p display="flex" gap="1.5" textStyle="small" color="fg.muted" minW="0">
              <chakra.span minW="0" overflowWrap="anywhere">
                {user.email}
              </chakra.span>
              <SignInMarks twoStep={user.two_step} passkeys={user.passkeys} sso={user.sso} />
            </chakra.p>
            <chakra.div
              display="flex"
              flexWrap="wrap"
              alignItems="center"
              columnGap="3"
              rowGap="1"
              mt="2"
              textStyle="small"
              color="fg.muted"
            >
              <Chip>{t(`people.permission.${user.permission}`)}</Chip>
              <ScopeMark permission={user.permission} scope={user.scope} />
              <GroupMark group={user.group} />
              <span>
                {user.expire_date !== 0 && `${t('profile.expiry')}: `}
                <ExpiryText at={user.expire_date} />
              </span>
            </chakra.div>
            <chakra.p textStyle="caption" color="fg.muted" mt="1.5">
              {user.invited_until !== null ? (
                <InvitedText until={user.invited_until} />
              ) : (
                <>
                  {t('people.lastSignIn')}:{' '}
                  <chakra.span textStyle="figures" whiteSpace="nowrap">
                    {user.last_sign_in_at === null
                      ? t('people.never')
                      : format.dateTime(user.last_sign_in_at)}
                  </chakra.span>
                </>
              )}
            </chakra.p>
          </chakra.div>
          <ItemMenu
            name={user.fullName}
            size="sm"
            actions={[
              { id: 'edit', label: t('people.edit'), icon: <Pencil />, run: () => onEdit(user) },
              ...(user.invited_until === null
                ? []
                : [{ id: 'invite', label: t('people.invite'), icon: <Send />, run: () => onInvite(user) }]),
              { id: 'reset', label: t('people.reset'), icon: <UserRoundKey />, run: () => onReset(user) },
              null,
              {
                id: 'delete',
                label: t('common.delete'),
                icon: <Trash2 />,
                danger: true,
                run: () => onDelete(user),
              },
            ]}
          />
        </>
      )}
    </CardWindow>
  )
}

export function SubUserCardsSkeleton() {
  return (
    <CardsSkeleton widths={['55%', '70%', '45%', '60%']} icon={<Skeleton boxSize="9" />}>
      <Skeleton width="75%" h="10px" />
      <Skeleton width="40%" h="22px" />
    </CardsSkeleton>
  )
}

/** The initials of a name in a circle. Decorative: the name is beside it. */
function Initials({ name }: { name: string }) {
  return (
    <chakra.span
      aria-hidden="true"
      display="grid"
      placeItems="center"
      flexShrink="0"
      boxSize="9"
      borderRadius="full"
      bg="accent.subtle"
      color="fg.accent"
      textStyle="small"
      fontWeight="semibold"
    >
      {initialsOf(name)}
    </chakra.span>
  )
}
