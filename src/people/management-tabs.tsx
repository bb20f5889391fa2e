import { chakra } from '@chakra-ui/react'
import { useText } from '../i18n/text.ts'
import { SectionTabs } from '../ui/section-tabs.tsx'

type Address = `/user-management/${'sub-user' | 'groups' | 'audit-log'}`

export function ManagementTabs({ current }: { current: Address }) {
  const t = useText()
  return (
    <chakra.div mb="5">
      <SectionTabs
        label={t('people.sections')}
        current={current}
        tabs={[
          { address: '/user-management/sub-user', text: t('people.subUsers') },
          { address: '/user-management/groups', text: t('people.groups') },
          { address: '/user-management/audit-log', text: t('people.auditLog') },
        ]}
      />
    </chakra.div>
  )
}
