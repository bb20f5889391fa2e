import { chakra } from '@chakra-ui/react'
import { RotateCcw } from 'lucide-react'
import { useId, useState } from 'react'
import type { Delivery, DeliveryState, Topic, TopicDetail } from '../../openapi/schema.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { lazyDialog } from '../ui/lazy.tsx'
import { NextPage, Read } from '../ui/read.tsx'
import { Section } from '../ui/section.tsx'
import { DeliveryStateChip, eventName, outcomeOf, subjectOf } from './delivery-facts.tsx'
import { useDeliveries, useResend } from './queries.ts'

const DeliveryDialog = lazyDialog(() => import('./delivery-dialog.tsx'))

const states = ['delivered', 'pending', 'failed'] as const satisfies DeliveryState[]

/** The events of a topic and their results, the newest first. */
export function DeliveryLog({ topic, counts }: { topic: Topic } & Pick<TopicDetail, 'counts'>) {
  const t = useText()
  const format = useFormats()
  const [state, setState] = useState<DeliveryState | null>(null)
  const [open, setOpen] = useState<string | null>(null)
  const { busy, resend } = useResend(topic.name)
  return (
    <Section
      title={t('topics.log')}
      lead={t('topics.logLead')}
      action={
        counts.failed > 0 && (
          <Button size="sm" loading={busy} onClick={() => void resend(null)}>
            <RotateCcw />
            {t('topics.resendFailed')}
          </Button>
        )
      }
    >
      <chakra.div role="group" aria-label={t('topics.filter')} display="flex" flexWrap="wrap" gap="1" mb="3">
        {[null, ...states].map(each => (
          <Button
            key={each}
            size="sm"
            variant="quiet"
            aria-pressed={each === state}
            bg={each === state ? 'bg.selected' : undefined}
            color={each === state ? 'fg.accent' : 'fg.muted'}
            onClick={() => setState(each)}
          >
            {each === null
              ? t('topics.all')
              : t(`topics.counted.${each}`, { count: format.number(counts[each]) })}
          </Button>
        ))}
      </chakra.div>
      <Deliveries name={topic.name} state={state} onOpen={setOpen} />
      {open !== null && <DeliveryDialog name={topic.name} id={open} onClose={() => setOpen(null)} />}
    </Section>
  )
}

type Props = { name: string; state: DeliveryState | null; onOpen: (id: string) => void }

function Deliveries({ name, state, onOpen }: Props) {
  const t = useText()
  const log = useDeliveries(name, state)
  return (
    <Read of={log} failed="topics.logFailed">
      {deliveries =>
        deliveries.length > 0 ? (
          <>
            <chakra.ul aria-label={t('topics.log')} listStyleType="none" mx={{ base: '-2', sm: '-3' }}>
              {deliveries.map(delivery => (
                <DeliveryRow key={delivery.id} delivery={delivery} onOpen={() => onOpen(delivery.id)} />
              ))}
            </chakra.ul>
            <NextPage of={log} more={t('topics.older')} size="sm" mt="3" textAlign="center" />
          </>
        ) : (
          <chakra.p color="fg.muted" bg="bg.subtle" borderRadius="lg" px="4" py="5" textAlign="center">
            {t(state === null ? 'topics.logEmpty' : 'topics.logNone')}
          </chakra.p>
        )
      }
    </Read>
  )
}

function DeliveryRow({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const t = useText()
  const format = useFormats()
  const id = useId()
  const { event, state, tries, created_at: at, next_at: next } = delivery
  const subject = subjectOf(delivery)
  const more = [
    tries > 0 && outcomeOf(t, delivery),
    tries > 1 && t('topics.tries', { count: tries }),
    next !== null && tries > 0 && t('topics.nextAt', { time: format.moment(next) }),
  ].filter(text => text !== false)
  return (
    <RowBox>
      <chakra.div flex="1" minW="0">
        <RowButton
          type="button"
          aria-haspopup="dialog"
          aria-describedby={`${id}-more ${id}-state`}
          onClick={onOpen}
        >
          <chakra.span display="block" fontWeight="medium" overflowWrap="anywhere">
            {eventName(event)}
          </chakra.span>
          {subject && (
            <chakra.span display="block" textStyle="small">
              <bdi>{subject}</bdi>
            </chakra.span>
          )}
        </RowButton>
        <chakra.p id={`${id}-more`} textStyle="small" color="fg.muted">
          {[format.moment(at), ...more].join(' · ')}
        </chakra.p>
      </chakra.div>
      <span id={`${id}-state`}>
        <DeliveryStateChip state={state} />
      </span>
    </RowBox>
  )
}

const RowBox = chakra('li', {
  base: {
    position: 'relative',
    display: 'flex',
    alignItems: 'flex-start',
    gap: '3',
    px: { base: '2', sm: '3' },
    py: '2.5',
    borderRadius: 'md',
    transition: 'background-color 100ms',
    _hover: { bg: 'bg.hover' },
  },
})

/** The whole row is a button. */
const RowButton = chakra('button', {
  base: {
    display: 'block',
    textAlign: 'start',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    borderRadius: 'sm',
    _after: { content: '""', position: 'absolute', inset: '0' },
  },
})
