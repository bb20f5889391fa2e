import type { SelectedItem } from '../../../machines/upload-queue/types.ts'
import { language } from '../../i18n/text.ts'

/** What browsers call a picture of the clipboard, which is no file: a screenshot, or one copied from a page. */
const nameless = 'image.png'

/** Names pasted pictures by the time at which they were pasted, so that the second one does not meet the first. */
export function namedPictures(items: readonly SelectedItem[], now: Date): SelectedItem[] {
  return items.map(item => {
    const file = pictureOf(item)
    if (!file) return item
    const name = language().text('files.pastedName', { time: timeText(now) })
    const { type, lastModified } = file
    return { kind: 'files', files: [new File([file], name, { type, lastModified })] }
  })
}

function pictureOf(item: SelectedItem): File | null {
  const file =
    item.kind === 'files' ? item.files[0] : item.kind === 'handle' && !item.entry ? item.file : null
  return file?.name === nameless ? file : null
}

/** `2026-11-30 21.34.05`, local time, without signs that a system forbids in names. */
function timeText(now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  return `${day} ${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('.')}`
}
