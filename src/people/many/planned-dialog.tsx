import type { ReactNode } from 'react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogLead, useClosing } from '../../ui/dialog.tsx'
import { FailureNotice } from '../../ui/failure.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { LineList } from './line-list.tsx'
import type { Line, PlannedLine, usePlannedLines } from './use-planned-lines.ts'

type Props<Of extends Line> = {
  of: ReturnType<typeof usePlannedLines<Of>>
  title: string
  /** The label of the act. */
  action: string
  danger?: boolean
  lead: string
  /** What is chosen before the preview, and the button that leads to it. */
  children: ReactNode
  next?: ReactNode
  /** Whether something is chosen: a click outside does not lose it. */
  unsaved?: boolean
  /** A button at the end. */
  after?: (lines: readonly PlannedLine<Of>[]) => ReactNode
  onClose: () => void
}

/** A dialog that shows what an act does to each of many sub-users, before it is done and after it. */
export function PlannedDialog<Of extends Line>({
  of,
  title,
  action,
  danger = false,
  lead,
  children,
  next,
  unsaved = false,
  after,
  onClose,
}: Props<Of>) {
  const t = useText()
  const { open, close, onExited } = useClosing(onClose)
  const { step, failure, act, back, stop, left } = of
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
      closesOutside={step.at === 'choosing' && !unsaved}
      onExited={onExited}
      footer={
        <>
          {step.at === 'ended' && after?.(step.lines)}
          {step.at === 'preview' && (
            <Button variant="quiet" onClick={back}>
              {t('common.back')}
            </Button>
          )}
          {busy ? (
            <Button onClick={stop}>{t('import.stop')}</Button>
          ) : (
            <Button data-autofocus {...(isOver && { variant: 'main' })} onClick={close}>
              {t(step.at === 'ended' ? 'common.close' : 'common.cancel')}
            </Button>
          )}
          {!lines && next}
          {(step.at === 'preview' || (step.at === 'ended' && !isOver)) && (
            <Button variant={danger ? 'danger' : 'main'} disabled={left === 0} onClick={() => void act()}>
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
  const [created, changed, deleted] = [count('created'), count('changed'), count('deleted')]
  const values = { created, changed, deleted, same: count('unchanged'), bad: count('refused') }
  return <span aria-live="polite">{t(ended ? 'import.ended' : 'import.preview', values)}</span>
}
