import { useRef } from 'react'
import type { TopicSecret } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import type { Confirmed } from '../confirm/use-confirmed.tsx'
import { ActDialog } from '../forms/act-dialog.tsx'
import { useText } from '../i18n/text.ts'

type Props = {
  name: string
  confirmed: Confirmed
  /** Called instead of `onClose` after a rotation. */
  onRotated: (secret: TopicSecret) => void
  onClose: () => void
}

export default function RotateSecretDialog({ name, confirmed, onRotated, onClose }: Props) {
  const t = useText()
  const made = useRef<TopicSecret | null>(null)
  return (
    <ActDialog
      title={t('topics.rotateTitle', { name })}
      lead={t('topics.rotateLead')}
      action={t('topics.rotate')}
      send={() => confirmed(() => result(api.PUT('/notification/topic/secret', { body: { name } })))}
      onSent={secret => {
        made.current = secret
      }}
      onClose={() => (made.current ? onRotated(made.current) : onClose())}
    />
  )
}
