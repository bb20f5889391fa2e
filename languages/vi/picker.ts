import type { picker as en } from '../en/picker.ts'
import type { Catalogue } from '../language.ts'

/** The choice of a file, or of a folder. */
export const picker: Catalogue<typeof en> = {
  'picker.show': 'Hiện danh sách',
  'picker.hide': 'Ẩn danh sách',
  'picker.list': 'Tệp và thư mục',
  'picker.up': 'Lên một thư mục',
  'picker.empty': 'Thư mục này trống.',
  'picker.none': 'Ở đây không có mục nào tên là “{search}”.',
  'picker.more': 'Đang hiện {count, number} mục đầu. Hãy gõ để tìm các mục khác.',
  'picker.found': '{count, plural, other {# mục}}',
  'picker.failed': 'Không đọc được danh sách.',
  'picker.tree': 'Bucket và thư mục',
  'picker.cut': 'Còn các thư mục khác: hãy gõ đường dẫn để tìm.',
}
