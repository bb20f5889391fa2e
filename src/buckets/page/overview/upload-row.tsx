import { chakra } from '@chakra-ui/react'
import { Trash2 } from 'lucide-react'
import { nameOf } from '../../../../domain/object-key.ts'
import { type Locale, languages } from '../../../../languages/languages.ts'
import type { UnfinishedUpload } from '../../../../openapi/schema.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useLanguage } from '../../../i18n/text.ts'
import { Chip } from '../../../ui/chip.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { NameText } from '../../../ui/name-text.tsx'
import { Tip } from '../../../ui/tip.tsx'

type Props = {
  upload: UnfinishedUpload
  /** Whether it was started in this browser. */
  here: boolean
  /** Null without permission to abort it. */
  onAbort: (() => void) | null
}

/** An unfinished upload: its key, the bytes of its parts, when it was started, and by whom if that is known. */
export function UploadRow({ upload, here, onAbort }: Props) {
  const { text: t, locale } = useLanguage()
  const format = useFormats()
  const { key, started_at, started_by, size } = upload
  const name = nameOf(key)
  const facts = [
    size === null
      ? t('bucket.uploads.sizeUnknown')
      : size === 0
        ? t('bucket.uploads.noParts')
        : format.bytes(size),
    started_at !== null &&
      t('bucket.uploads.started', { age: ageOf(started_at, locale), date: format.dateTime(started_at) }),
    started_by !== null && t('bucket.uploads.by', { name: started_by }),
  ].filter(Boolean)
  return (
    <Row>
      <FileIcon name={name} />
      <chakra.div flex="1" minW="0">
        <chakra.div overflowWrap="anywhere">
          {name !== key && (
            <chakra.span color="fg.muted">
              <NameText name={key.slice(0, -name.length)} />
            </chakra.span>
          )}
          <NameText name={name} />
        </chakra.div>
        <chakra.div
          textStyle="small"
          color="fg.muted"
          fontVariantNumeric="tabular-nums"
          overflowWrap="anywhere"
        >
          {facts.join(' · ')}
        </chakra.div>
        {here && <Chip mt="1">{t('bucket.uploads.here')}</Chip>}
      </chakra.div>
      {onAbort && (
        <Tip label={t('bucket.uploads.abort')}>
          <IconButton label={t('bucket.uploads.abortOne', { name: key })} onClick={onAbort}>
            <Trash2 />
          </IconButton>
        </Tip>
      )}
    </Row>
  )
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** `5 days ago`; `at`: unix seconds. */
function ageOf(at: number, locale: Locale): string {
  const age = Math.max(minute, Date.now() / 1000 - at)
  const [length, unit] =
    age < hour
      ? ([minute, 'minute'] as const)
      : age < day
        ? ([hour, 'hour'] as const)
        : ([day, 'day'] as const)
  return new Intl.RelativeTimeFormat(languages[locale].tag).format(-Math.floor(age / length), unit)
}

const Row = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '3',
    py: '3',
    _notFirst: { borderTopWidth: '1px', borderColor: 'line' },
    '& > svg': { boxSize: '20px', color: 'fg.subtle', flexShrink: '0', mt: '0.5' },
  },
})
