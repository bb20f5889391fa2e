import type { bucketTabs as en } from '../en/bucket-tabs.ts'
import type { Catalogue } from '../language.ts'

/** The head of the files of a bucket and of its settings. */
export const bucketTabs: Catalogue<typeof en> = {
  'bucket.files': 'Tệp',
  'bucket.sections': 'Các phần của bucket',
  'bucket.tab.overview': 'Tổng quan',
  'bucket.tab.sharing': 'Chia sẻ',
  'bucket.tab.policy': 'Chính sách',
  'bucket.tab.versions': 'Phiên bản',
  'bucket.tab.lock': 'Khóa tệp',
  'bucket.tab.lifecycle': 'Vòng đời',
  'bucket.tab.cors': 'CORS',
  'bucket.tab.tags': 'Thẻ',
}
