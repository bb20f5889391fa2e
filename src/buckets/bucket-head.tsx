import { chakra } from '@chakra-ui/react'
import type { ReactNode, Ref } from 'react'
import { useText } from '../i18n/text.ts'
import { useUser } from '../session/flow.ts'
import { SectionTabs } from '../ui/section-tabs.tsx'
import type { Place } from './addresses.ts'
import { bucketAddress, bucketPageAddress } from './addresses.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { type SectionName, sectionsFor } from './sections.ts'

type Props = {
  place: Place
  /** Without one, its files are shown. */
  section?: SectionName
  /** The buttons of the screen. */
  actions?: ReactNode
  /** The line with the path and the buttons. */
  ref?: Ref<HTMLDivElement>
  children?: ReactNode
}

/** The head of a bucket's screens: the path, and at the root of the bucket its sections beside its files. */
export function BucketHead({ place, section, actions, ref, children }: Props) {
  const t = useText()
  const { bucket, prefix } = place
  const sections = sectionsFor(useUser())
  const shown = sections.find(({ tab }) => tab === section)
  return (
    <chakra.header px={{ base: '4', sm: '6', lg: '8' }} pt={{ base: '4', sm: '5' }} pb="3">
      <chakra.div ref={ref} display="flex" alignItems="center" gap="4" minH="field">
        <Breadcrumb place={place} section={shown && t(shown.text)} />
        {actions}
      </chakra.div>
      {prefix === '' && sections.length > 0 && (
        <chakra.div mt="1">
          <SectionTabs
            label={t('bucket.sections')}
            current={shown ? bucketPageAddress(bucket, shown.tab) : bucketAddress(bucket)}
            tabs={[
              { address: bucketAddress(bucket), text: t('bucket.files') },
              ...sections.map(({ tab, text }) => ({
                address: bucketPageAddress(bucket, tab),
                text: t(text),
              })),
            ]}
          />
        </chakra.div>
      )}
      {children}
    </chakra.header>
  )
}
