import { chakra } from '@chakra-ui/react'
import { useText } from '../i18n/text.ts'
import { SectionTabs } from '../ui/section-tabs.tsx'
import { notificationsAddress, topicsAddress } from './addresses.ts'

export function SettingTabs({ current }: { current: typeof topicsAddress | typeof notificationsAddress }) {
  const t = useText()
  return (
    <chakra.div mb="5">
      <SectionTabs
        label={t('notifications.sections')}
        current={current}
        tabs={[
          { address: topicsAddress, text: t('topics.title') },
          { address: notificationsAddress, text: t('notifications.title') },
        ]}
      />
    </chakra.div>
  )
}
