import { chakra } from '@chakra-ui/react'
import { Mail, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { NotificationGroup } from '../../openapi/schema.ts'
import { useText } from '../i18n/text.ts'
import { ItemMenu } from '../ui/action-menu.tsx'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { lazyDialog } from '../ui/lazy.tsx'
import { NameText } from '../ui/name-text.tsx'
import { Read } from '../ui/read.tsx'
import { Section } from '../ui/section.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Alerts } from './alerts.tsx'
import { Unconfirmed } from './unconfirmed.tsx'
import { useGroups } from './use-groups.ts'

const GroupDialog = lazyDialog(() => import('./group-dialog.tsx'))
const DeleteGroup = lazyDialog(() => import('./delete-group-dialog.tsx'))

type OpenDialog = { about: 'add' } | { about: 'edit' | 'delete'; group: NotificationGroup } | null

/** The groups of addresses that receive the account's notifications. */
export function GroupsSection() {
  const t = useText()
  const groups = useGroups()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const close = () => setDialog(null)
  return (
    <Section
      title={t('groups.title')}
      lead={t('groups.lead')}
      action={
        groups.data && (
          <Button size="sm" onClick={() => setDialog({ about: 'add' })}>
            <Plus />
            {t('groups.add')}
          </Button>
        )
      }
    >
      <Read of={groups} failed="groups.failed" skeleton={<Loading />}>
        {groups =>
          groups.length > 0 ? (
            <chakra.ul listStyleType="none" mx={{ base: '-2', sm: '-3' }}>
              {groups.map(group => (
                <GroupRow key={group.id} group={group} onAsk={about => setDialog({ about, group })} />
              ))}
            </chakra.ul>
          ) : (
            <chakra.p color="fg.muted" bg="bg.subtle" borderRadius="lg" px="4" py="5" textAlign="center">
              {t('groups.empty')}
            </chakra.p>
          )
        }
      </Read>
      <Alerts />
      {dialog?.about === 'add' && <GroupDialog group={null} onClose={close} />}
      {dialog?.about === 'edit' && <GroupDialog group={dialog.group} onClose={close} />}
      {dialog?.about === 'delete' && <DeleteGroup group={dialog.group} onClose={close} />}
    </Section>
  )
}

/** Maximum number of addresses that a row lists before it counts the rest. */
const shown = 3

function GroupRow({ group, onAsk }: { group: NotificationGroup; onAsk: (about: 'edit' | 'delete') => void }) {
  const t = useText()
  const more = group.emails.length - shown
  return (
    <RowBox>
      <RowIcon>
        <Mail aria-hidden="true" />
      </RowIcon>
      <chakra.div flex="1" minW="0">
        <chakra.p fontWeight="medium" overflowWrap="anywhere">
          <NameText name={group.name} />
        </chakra.p>
        <chakra.p textStyle="small" color="fg.muted" overflowWrap="anywhere" title={group.emails.join('\n')}>
          {group.emails.slice(0, shown).join(', ')}
          {more > 0 && ` ${t('groups.moreEmails', { count: more })}`}
        </chakra.p>
        <chakra.div display="flex" flexWrap="wrap" gap="1" mt="1">
          {group.alerts.map(kind => (
            <Chip key={kind}>{t(`groups.alert.${kind}`)}</Chip>
          ))}
          {group.alerts.length === 0 && <Chip>{t('groups.noAlerts')}</Chip>}
        </chakra.div>
        <Unconfirmed addresses={group.unconfirmed} />
      </chakra.div>
      <ItemMenu
        name={group.name}
        actions={[
          { id: 'edit', label: t('groups.edit'), icon: <Pencil />, run: () => onAsk('edit') },
          {
            id: 'delete',
            label: t('common.delete'),
            icon: <Trash2 />,
            danger: true,
            run: () => onAsk('delete'),
          },
        ]}
      />
    </RowBox>
  )
}

function Loading() {
  const t = useText()
  return (
    <chakra.div aria-busy="true" role="status" aria-label={t('common.loading')} mx={{ base: '-2', sm: '-3' }}>
      {['30%', '44%'].map(width => (
        <RowBox key={width} as="div">
          <Skeleton boxSize="9" borderRadius="md" />
          <chakra.div flex="1" display="flex" flexDirection="column" gap="2.5">
            <Skeleton style={{ width }} />
            <Skeleton width="70%" h="10px" />
          </chakra.div>
        </RowBox>
      ))}
    </chakra.div>
  )
}

const RowBox = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    px: { base: '2', sm: '3' },
    py: '2.5',
    borderRadius: 'md',
    transition: 'background-color 100ms',
    _hover: { bg: 'bg.hover' },
  },
})

const RowIcon = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: '0',
    boxSize: '9',
    borderRadius: 'md',
    bg: 'accent.subtle',
    color: 'fg.accent',
    _icon: { boxSize: '18px', strokeWidth: '1.75' },
  },
})
