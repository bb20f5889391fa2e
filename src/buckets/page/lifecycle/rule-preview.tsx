import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import type { LifecyclePreview, LifecycleRuleDays } from '../../../../openapi/schema.ts'
import { keyOf } from '../../../api/query.ts'
import { useDebouncedValue } from '../../../forms/use-debounced-value.ts'
import { type Formats, useFormats } from '../../../i18n/formats.ts'
import { type Text, useText } from '../../../i18n/text.ts'
import { previewOf } from './calls.ts'

type Props = { bucket: string; rule: LifecycleRuleDays }

/** What the rule would delete today, counted once it has not changed for a while. */
export function RulePreview({ bucket, rule }: Props) {
  const t = useText()
  const format = useFormats()
  const settled = useDebouncedValue(JSON.stringify(rule), 500)
  const { data, isPending } = useQuery({
    queryKey: keyOf('/bucket/lifecycle/preview', { query: { bucket }, rule: settled }),
    queryFn: ({ signal }) => previewOf(bucket, JSON.parse(settled), signal),
    gcTime: 0,
    meta: { quiet: true },
  })
  return (
    <chakra.p role="status" maxW="prose" bg="bg.subtle" borderRadius="md" px="4" py="3" textStyle="small">
      {data
        ? previewText(t, format, data)
        : t(isPending ? 'lifecycle.preview.counting' : 'lifecycle.preview.failed')}
    </chakra.p>
  )
}

function previewText(t: Text, format: Formats, preview: LifecyclePreview): string {
  const found = (['current', 'previous', 'uploads'] as const).flatMap(part => {
    const { count, bytes } = preview[part] ?? { count: 0, bytes: 0 }
    return count === 0 ? [] : [t(`lifecycle.preview.${part}`, { count, size: format.bytes(bytes ?? 0) })]
  })
  const says =
    found.length === 0
      ? t('lifecycle.preview.nothing')
      : t('lifecycle.preview.says', { what: found.join(', ') })
  if (preview.complete) return says
  return `${says} ${t('lifecycle.preview.partly', { looked: format.number(preview.looked) })}`
}
