import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { selectTheirs, selectYours } from '../../../../machines/bucket-settings/selectors.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { BothValues } from '../../dialogs/both-values.tsx'
import { type SettingFlow, useSettingEvents } from './flow.ts'

type Props = { flow: SettingFlow; describe: (value: unknown) => ReactNode }

/** Another user has saved a value meanwhile: shows both and asks which one to keep. */
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
      <BothValues theirs={describe(theirs.value)} yours={describe(yours)} />
    </Dialog>
  )
}
