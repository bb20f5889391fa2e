import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { selectIsOpen } from '../../machines/finder/selectors.ts'
import type { Found } from '../../machines/finder/types.ts'
import { useText } from '../i18n/text.ts'
import { openJob } from '../jobs/open-job.ts'
import { useUser } from '../session/flow.ts'
import { useRawPath } from '../shell/navigate.ts'
import { jobOf } from './find-jobs.ts'
import { FinderField } from './finder-field.tsx'
import { useFinder, useFinderEvents } from './flow.ts'
import { type Known, knownAt } from './known.ts'
import { Palette } from './palette.tsx'

/** The field that leads to a path, finds places and does what the console can do, over the page. */
export default function Finder({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText()
  const user = useUser()
  const path = useRawPath()
  const [, navigate] = useLocation()
  const known = useRef<Known>({ known: [], acts: new Map() })
  const chosen = useRef<(() => void) | null>(null)
  const flow = useFinder(go)
  const events = useFinderEvents(flow)
  const isOpen = useSelector(flow, selectIsOpen)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known is that of the moment in which it opens
  useEffect(() => {
    if (!open) return events.close()
    known.current = knownAt(path, user, t)
    events.open(known.current.known)
  }, [open, events])

  // Once it has closed: a dialog that opened before that would lose the focus.
  function go(found: Found) {
    const { id, address } = found
    const job = jobOf(found)
    if (job !== null) chosen.current = () => openJob(user.id, job)
    else chosen.current = address === '' ? (known.current.acts.get(id)?.run ?? null) : () => navigate(address)
  }
  function onExited() {
    onClose()
    chosen.current?.()
    chosen.current = null
  }

  return (
    <Palette open={isOpen} onClose={events.close} onExited={onExited} title={t('finder.title')}>
      <FinderField flow={flow} />
    </Palette>
  )
}
