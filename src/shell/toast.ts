import { createActor } from 'xstate'
import { type Severity, toastMachine } from '../../machines/toast/machine.ts'
import type { MessageId } from '../i18n/messages.ts'
import type { Values } from '../i18n/text.ts'

export type ToastAction = { label: MessageId; run: () => void }

export const toaster = createActor(toastMachine).start()

/**
 * Shows a message for 6 s, or for `durationMs`; `severity` is `success` by default. `about`: the object's name, as the
 * user wrote it. `action`: its button.
 */
export function showToast(
  message: MessageId,
  more: {
    values?: Values
    about?: string
    severity?: Severity
    durationMs?: number
    action?: ToastAction
  } = {},
): void {
  toaster.send({ type: 'show', message, ...more })
}

export const toastEvents = {
  hold: () => toaster.send({ type: 'hold' }),
  release: () => toaster.send({ type: 'release' }),
  dismiss: () => toaster.send({ type: 'dismiss' }),
}
