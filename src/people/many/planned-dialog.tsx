import type { ReactNode } from 'react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogLead, useClosing } from '../../ui/dialog.tsx'
import { FailureNotice } from '../../ui/failure.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { LineList } from './line-list.tsx'
import type { PlannedLine, usePlannedLines } from './use-planned-lines.ts'

type Props = {
  of: ReturnType<typeof usePlannedLines>
  title: string
  /** The label of the act. */
  action: string
  lead: string
  /** What is chosen before the preview, and the button that leads to it. */
  children: ReactNode
  next?: ReactNode
  /** A button at the end. */
  after?: (lines: readonly PlannedLine[]) => ReactNode
  onClose: () => void
}

/** A dialog that shows what an act does to each of many sub-users, before it is done and after it. */
export function PlannedDialog({ of, title, action, lead, children, next, after, onClose }: Props) {
  const t = useText()
  const { open, close, onExited } = useClosing(onClose)
  const { step, failure, act, stop, left } = of
  const busy = step.at === 'acting'
  const lines = 'lines' in step ? step.lines : null
  const all = (lines?.filter(line => line.done).length ?? 0) + left
  const isOver = step.at === 'ended' && left === 0
  return (
    <Dialog
      open={open}
      size="large"
      title={title}
      onClose={busy ? undefined : close}
      closesOutside={step.at === 'choosing'}
      onExited={onExited}
      footer={
        <>
          {step.at === 'ended' && after?.(step.lines)}
          {busy ? (
            <Button onClick={stop}>{t('import.stop')}</Button>
          ) : (
            <Button data-autofocus {...(isOver && { variant: 'main' })} onClick={close}>
              {t(step.at === 'ended' ? 'common.close' : 'common.cancel')}
            </Button>
          )}
          {!lines && next}
          {(step.at === 'preview' || (step.at === 'ended' && !isOver)) && (
            <Button variant="main" disabled={left === 0} onClick={() => void act()}>
              {step.at === 'ended' ? t('import.goOn') : action}
            </Button>
          )}
        </>
      }
    >
      <DialogLead>{lines ? <Summary lines={lines} ended={step.at === 'ended'} /> : lead}</DialogLead>
      {busy && <ProgressBar label={title} percent={all === 0 ? null : ((all - left) / all) * 100} />}
      {failure && <FailureNotice failure={failure} />}
      {lines ? <LineList lines={lines} /> : children}
    </Dialog>
  )
}

function Summary({ lines, ended }: { lines: readonly PlannedLine[]; ended: boolean }) {
  const t = useText()
  const count = (state: string) =>
    lines.filter(({ planned }) => (planned?.state ?? 'refused') === state).length
  const [created, changed] = [count('created'), count('changed')]
  const values = { created, changed, same: count('unchanged'), bad: count('refused') }
  return <span aria-live="polite">{t(ended ? 'import.ended' : 'import.preview', values)}</span>
}
