import { chakra } from '@chakra-ui/react'
import { useText } from '../i18n/text.ts'
import { SectionTabs } from '../ui/section-tabs.tsx'
import { managementSections } from './management-sections.ts'

type Address = (typeof managementSections)[number]['address']

export function ManagementTabs({ current }: { current: Address }) {
  const t = useText()
  return (
    <chakra.div mb="5">
      <SectionTabs
        label={t('people.sections')}
        current={current}
        tabs={managementSections.map(({ address, label }) => ({ address, text: t(label) }))}
      />
    </chakra.div>
  )
}
