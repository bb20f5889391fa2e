import { chakra } from '@chakra-ui/react'
import { Mail, Webhook } from 'lucide-react'
import type { Topic } from '../../openapi/schema.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { Chip } from '../ui/chip.tsx'

/** Whether a topic is delivering, paused or failing. */
export function TopicState({ topic: { paused, failing_since: since } }: { topic: Topic }) {
  const t = useText()
  const format = useFormats()
  if (paused) return <Chip tone="warning">{t('topics.paused')}</Chip>
  if (since === null) return <Chip tone="good">{t('topics.delivering')}</Chip>
  return (
    <Chip tone="danger" whiteSpace="normal" title={format.dateTime(since)}>
      {t('topics.failingSince', { time: format.dateTime(since) })}
    </Chip>
  )
}

/** Where a topic's events go: an address or a group. */
export function TopicTarget({ topic: { address, group } }: { topic: Topic }) {
  const t = useText()
  const Icon = address === null ? Mail : Webhook
  return (
    <chakra.span
      display="inline-flex"
      verticalAlign="middle"
      alignItems="flex-start"
      gap="2"
      minW="0"
      _icon={{ boxSize: '16px', mt: '3px', flexShrink: '0', color: 'fg.muted' }}
    >
      <Icon aria-hidden="true" />
      <chakra.span minW="0" overflowWrap="anywhere">
        {address ?? (group ? t('topics.toGroup', { name: group.name }) : t('topics.toNobody'))}
      </chakra.span>
    </chakra.span>
  )
}
