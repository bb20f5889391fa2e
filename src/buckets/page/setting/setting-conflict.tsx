import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { selectTheirs, selectYours } from '../../../../machines/bucket-settings/selectors.ts'
import { ConflictDialog } from '../../../forms/conflict.tsx'
import { type SettingFlow, useSettingEvents } from './flow.ts'

type Props = { flow: SettingFlow; describe: (value: unknown) => ReactNode }

/** Another user has saved a value meanwhile: shows both and asks which one to keep. */
export function SettingConflict({ flow, describe }: Props) {
  const { saveYours, keepTheirs } = useSettingEvents(flow)
  const theirs = useSelector(flow, selectTheirs)
  const yours = useSelector(flow, selectYours)
  if (!theirs) return null
  return (
    <ConflictDialog
      theirs={describe(theirs.value)}
      yours={describe(yours)}
      onKeepTheirs={keepTheirs}
      onSaveYours={saveYours}
    />
  )
}
