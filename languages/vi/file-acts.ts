import type { fileActs as en } from '../en/file-acts.ts'
import type { Catalogue } from '../language.ts'

/** Dialogs about files and folders. */
export const fileActs: Catalogue<typeof en> = {
  'files.renameTitle': 'Đổi tên {name}',
  'files.renameFolderLead': 'Mọi thứ trong thư mục được chuyển sang tên mới. Việc này chạy ở chế độ nền.',
  'files.newName': 'Tên mới',
  'files.renamed': 'Đổi tên thành công!',
  'files.linkTitle': 'Tạo liên kết đến {name}',
}
