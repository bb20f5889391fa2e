import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { X } from 'lucide-react'
import { createPortal } from 'react-dom'
import { selectToast } from '../../machines/toast/machine.ts'
import type { MessageId } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import { toastEvents, toaster } from '../shell/toast.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { FloatingCard, severityIcon } from '../ui/notice.tsx'

const colors = {
  success: 'fg.success',
  info: 'fg.accent',
  warning: 'fg.warning',
  error: 'fg.danger',
} as const

/**
 * The message at the top, which disappears automatically: below the bar, or over its empty part on a wide screen, and
 * over a bar that a dialog covers. Its frame is always rendered, so that it is announced.
 */
export default function ToastArea() {
  const t = useText()
  const toast = useSelector(toaster, selectToast)
  const Icon = toast && severityIcon[toast.severity]
  return createPortal(
    <chakra.div
      role="status"
      aria-live={toast?.severity === 'error' ? 'assertive' : 'polite'}
      aria-label={t('app.toasts')}
      position="fixed"
      top="68px"
      insetInline="4"
      css={{
        'body:has([aria-modal=true]) &': { top: '4px' },
        'body:has(aside#drawer):not(:has([aria-modal=true])) &': {
          lg: { top: '4px', insetInlineStart: '592px', insetInlineEnd: '196px' },
        },
      }}
      zIndex="toast"
      display="flex"
      justifyContent="center"
      pointerEvents="none"
    >
      {toast && Icon && (
        <FloatingCard
          key={`${toast.message}${JSON.stringify(toast.values)}${toast.about}`}
          data-toast=""
          animation="drop 180ms ease-out"
          onPointerEnter={toastEvents.hold}
          onPointerLeave={toastEvents.release}
          onFocus={toastEvents.hold}
          onBlur={toastEvents.release}
        >
          <chakra.span color={colors[toast.severity]} _icon={{ boxSize: '20px' }}>
            <Icon aria-hidden="true" />
          </chakra.span>
          <chakra.span flex="1" minW="0" overflowWrap="anywhere">
            {t(toast.message as MessageId, toast.values)}
            {toast.about && (
              <chakra.span display="block" textStyle="small" color="fg.muted">
                {toast.about}
              </chakra.span>
            )}
          </chakra.span>
          {toast.action && (
            <Button
              size="sm"
              variant="quiet"
              onClick={() => {
                toastEvents.dismiss()
                toast.action?.run()
              }}
            >
              {t(toast.action.label as MessageId)}
            </Button>
          )}
          <IconButton size="sm" label={t('app.dismiss')} onClick={toastEvents.dismiss}>
            <X />
          </IconButton>
        </FloatingCard>
      )}
    </chakra.div>,
    document.body,
  )
}
