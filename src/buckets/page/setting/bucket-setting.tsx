import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import type { Stored } from '../../../../machines/bucket-settings/machine.ts'
import {
  selectBusy,
  selectFailure,
  selectStale,
  selectStored,
  selectTheirs,
  selectYours,
} from '../../../../machines/bucket-settings/selectors.ts'
import type { Failure } from '../../../../machines/failure.ts'
import { ConflictDialog } from '../../../forms/conflict.tsx'
import { useText } from '../../../i18n/text.ts'
import { FailureNotice } from '../../../ui/failure.tsx'
import { Read } from '../../../ui/read.tsx'
import { type Calls, useStored } from './calls.ts'
import { type SettingFlow, useSettingEvents, useSettingFlow } from './flow.ts'

/** Props of an editor of a setting. The editor is recreated when another value is stored. */
export type Setting<Value> = {
  stored: Value
  busy: boolean
  /** Why the value could not be saved. Null if the screen shows it elsewhere. */
  failure: Failure | null
  save: (value: Value) => void
}

type Props<Value> = {
  bucket: string
  calls: Calls<Value>
  /** The value in words or fields, for a comparison. */
  describe: (value: Value) => ReactNode
  skeleton: ReactNode
  children: (setting: Setting<Value>) => ReactNode
}

/** Loads a setting of a bucket, and saves the editor's value, unless another user has saved one meanwhile. */
export function BucketSetting<Value>({ bucket, calls, describe, skeleton, children }: Props<Value>) {
  return (
    <Read of={useStored(bucket, calls)} failed="bucket.failed" skeleton={skeleton}>
      {stored => <Loaded stored={stored} calls={calls} describe={describe} editor={children} />}
    </Read>
  )
}

type LoadedProps<Value> = {
  stored: Stored<Value>
  calls: Calls<Value>
  describe: (value: Value) => ReactNode
  editor: (setting: Setting<Value>) => ReactNode
}

function Loaded<Value>({ stored: first, calls, describe, editor }: LoadedProps<Value>) {
  const t = useText()
  const flow = useSettingFlow(first, calls)
  const { save, retry } = useSettingEvents(flow)
  const stored = useSelector(flow, selectStored) as Stored<Value>
  const stale = useSelector(flow, selectStale)
  const busy = useSelector(flow, selectBusy)
  const failure = useSelector(flow, selectFailure)
  const box = useKeptFocus(stored.revision)
  return (
    <chakra.div ref={box}>
      {stale && <FailureNotice failure={failure} what={t('bucket.stale')} onRetry={retry} />}
      <Fragment key={stored.revision}>
        {editor({ stored: stored.value, busy: busy || stale, failure: stale ? null : failure, save })}
      </Fragment>
      <SettingConflict flow={flow} describe={value => describe(value as Value)} />
    </chakra.div>
  )
}

/** A recreated editor loses the focus: moves it to the heading of the setting. */
function useKeptFocus(revision: string) {
  const box = useRef<HTMLDivElement>(null)
  const last = useRef(revision)
  useEffect(() => {
    if (last.current === revision) return
    last.current = revision
    if (document.activeElement === document.body) box.current?.querySelector<HTMLElement>('h2')?.focus()
  }, [revision])
  return box
}

/** Another user has saved a value meanwhile: shows both and asks which one to keep. */
function SettingConflict({ flow, describe }: { flow: SettingFlow; describe: (value: unknown) => ReactNode }) {
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
