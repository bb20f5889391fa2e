import { ClipboardPaste } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'
import { isFolder } from '../../../domain/copy-target.ts'
import { nameOf } from '../../../domain/object-key.ts'
import { mayCall } from '../../../domain/permissions.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import type { Place } from '../../buckets/addresses.ts'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { useOffers } from '../../shell/offers.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tip } from '../../ui/tip.tsx'
import type { CopyAct } from '../dialogs/copying.ts'
import type { FileDialog } from '../dialogs/file-dialogs.tsx'
import { clipText, keptClip } from '../kept-clip.ts'
import { carry } from './carry.ts'
import { clipIn, keepClip } from './clip.ts'
import { isElsewhere } from './dropped-files.ts'
import { take } from './take.ts'

/** `cut`: keys of the bucket that were cut. `paste`: pastes into the folder with this prefix. */
export type ShownClip = { cut: ReadonlySet<string>; paste: (folder: string) => void }

/** What was copied or cut just now. */
export type TakenItems = { act: CopyAct; items: readonly ObjectItem[] }

type Props = {
  place: Place
  /** Is kept, and then `onTaken` is called. */
  taken: TakenItems | null
  onTaken: () => void
  openDialog: (dialog: FileDialog) => void
  /** Null: nothing was copied or cut that this user may paste. */
  onClip: (clip: ShownClip | null) => void
}

/** Keeps what was copied or cut, and pastes it in any folder or tab: by a key, by the menu of a folder, or by a button. */
export default function Clipboard({ place, taken, onTaken, openDialog, onClip }: Props) {
  const t = useText()
  const user = useUser()
  const { id } = user
  const { bucket, prefix } = place
  const may = mayCall(user, 'copyObjects')
  const text = useSyncExternalStore(keptClip.subscribe, () => keptClip.read(id))
  const clip = useMemo(() => (may ? clipIn(text) : null), [may, text])
  const paste = useCallback(
    async (folder: string) => {
      if (!clip) return
      const { act, keys } = clip
      const to = { bucket, prefix: folder }
      const pasted = keys.map(key => ({
        ...{ key, name: nameOf(key) },
        type: isFolder(key) ? ('folder' as const) : ('file' as const),
      }))
      const ask = () =>
        openDialog({ about: act, items: [], parts: [{ bucket: clip.bucket, items: pasted }], to })
      const done = await carry({ id }, { act, bucket: clip.bucket, items: pasted }, to, ask)
      // What was cut is pasted once.
      if (done && act === 'move') keepClip(id, null)
    },
    [id, clip, bucket, openDialog],
  )
  useEffect(() => {
    const cut = new Set(clip?.act === 'move' && clip.bucket === bucket ? clip.keys : [])
    onClip(clip && { cut, paste: folder => void paste(folder) })
    return () => onClip(null)
  }, [clip, bucket, paste, onClip])
  useOffers([clip && { id: 'paste', label: t('files.paste'), keys: 'Ctrl+V', run: () => void paste(prefix) }])
  const keep = useEffectEvent((taken: TakenItems) => {
    take(id, bucket, taken)
    onTaken()
  })
  useEffect(() => {
    if (taken) keep(taken)
  }, [taken])
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (!clip || isElsewhere(event.target)) return
    // Something else was copied meanwhile.
    if (event.clipboardData?.getData('text/plain') !== clipText(clip.keys)) return
    event.preventDefault()
    void paste(prefix)
  })
  useEffect(() => {
    const controller = new AbortController()
    addEventListener('paste', event => onPaste(event), { signal: controller.signal })
    return () => controller.abort()
  }, [])
  if (!clip) return null
  return (
    <Tip label={t('files.paste')}>
      <IconButton label={t('files.paste')} onClick={() => void paste(prefix)}>
        <ClipboardPaste />
      </IconButton>
    </Tip>
  )
}
