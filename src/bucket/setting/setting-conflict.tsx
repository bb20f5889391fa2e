import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { type ReactNode, useId } from 'react'
import { selectTheirs, selectYours } from '../../../machines/bucket-settings/selectors.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useSettingEvents } from './events.ts'
import type { SettingFlow } from './provider.ts'

type Props = { flow: SettingFlow; describe: (value: unknown) => ReactNode }

/** Another one has saved a value meanwhile: shows both and asks which one stays. */
export function SettingConflict({ flow, describe }: Props) {
  const t = useText()
  const { saveYours, keepTheirs } = useSettingEvents(flow)
  const theirs = useSelector(flow, selectTheirs)
  const yours = useSelector(flow, selectYours)
  if (!theirs) return null
  return (
    <Dialog
      open
      onClose={keepTheirs}
      closesOutside={false}
      role="alertdialog"
      size="large"
      title={t('bucket.conflict.title')}
      lead={t('bucket.conflict.lead')}
      footer={
        <>
          <Button data-autofocus onClick={keepTheirs}>
            {t('bucket.conflict.take')}
          </Button>
          <Button variant="danger" onClick={saveYours}>
            {t('bucket.conflict.keep')}
          </Button>
        </>
      }
    >
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
        gap="4"
      >
        <Side title={t('bucket.conflict.theirs')}>{describe(theirs.value)}</Side>
        <Side title={t('bucket.conflict.yours')}>{describe(yours)}</Side>
      </chakra.div>
    </Dialog>
  )
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <chakra.section aria-labelledby={id} borderWidth="1px" borderRadius="lg" p="4" minW="0">
      <chakra.h3 id={id} textStyle="small" fontWeight="medium" color="fg.muted" mb="2">
        {title}
      </chakra.h3>
      <chakra.div overflowX="auto">{children}</chakra.div>
    </chakra.section>
  )
}
