import { useText } from '../i18n/text.ts'
import { type Leaving, useLeaving } from '../shell/leaving.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** Asks before leaving; `about`: unsaved input, or a secret that is shown once. */
export function LeaveQuestion({ leaving, about }: { leaving: Leaving; about: 'entered' | 'secret' }) {
  const t = useText()
  return (
    <ConfirmDialog
      open={leaving.asking}
      title={t(`leaving.${about}.title`)}
      lead={t(`leaving.${about}.lead`)}
      action={t(`leaving.${about}.leave`)}
      dismiss={t(`leaving.${about}.stay`)}
      danger
      onConfirm={leaving.discard}
      onClose={leaving.stay}
    />
  )
}

/**
 * Whether a value was entered, so that discarding it needs confirmation. `dirty`: `formState.dirtyFields` of
 * react-hook-form.
 */
export function hasUnsavedInput(dirty: unknown): boolean {
  return typeof dirty === 'object' && dirty !== null
    ? Object.values(dirty).some(hasUnsavedInput)
    : dirty === true
}

/** Render beside a secret that cannot be shown again: leaving or reloading the page then needs confirmation. */
export function ShownOnce() {
  return <LeaveQuestion leaving={useLeaving(true)} about="secret" />
}
