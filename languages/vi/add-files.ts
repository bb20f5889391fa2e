import type { messages as en } from '../en/add-files.ts'
import type { Catalogue } from '../language.ts'

export const messages: Catalogue<typeof en> = {
  'files.conflictTitle': '{count, plural, =1 {“{name}” đã tồn tại} other {# tên trong số này đã tồn tại}}',
  'files.duplicatesTitle':
    '{count, plural, =1 {Nhiều tệp đã chọn cùng tên “{name}”} other {# tên bị trùng giữa các tệp đã chọn}}',
  'files.conflictDuplicates':
    'Một số tệp bạn chọn trùng tên nhau. Thay thế giữ tệp cuối cùng, Bỏ qua giữ tệp đầu tiên; Giữ cả hai sẽ thêm số vào tên.',
  'files.conflictFiles': 'Nếu thay thế, tệp hiện có sẽ bị xóa.',
  'files.conflictFilesKept': 'Nếu thay thế, tệp hiện có được giữ lại làm phiên bản trước.',
  'files.conflictFolders':
    'Trong thư mục, lựa chọn này áp dụng cho các tệp trùng tên; các tệp khác được thêm vào. Giữ cả hai sẽ tạo thêm một thư mục.',
  'files.conflictChanged':
    '“Chỉ tệp đã đổi” sẽ bỏ qua những tệp giống hệt tệp đã có, theo dung lượng và nội dung.',
  'files.conflictNotAllowed':
    'Bạn không có quyền xem những tên đã có. Tệp trùng tên với tệp của bạn sẽ bị thay thế.',
  'files.conflictTooMany':
    'Thư mục này có quá nhiều tệp để so sánh. Tệp trùng tên với tệp của bạn sẽ bị thay thế.',
  'files.conflictNoAnswer': 'Nếu vẫn tải lên, tệp trùng tên với tệp của bạn sẽ bị thay thế.',
  'files.conflictUnknownTitle': 'Một số tệp có thể bị thay thế',
  'files.lookUpFailed': 'Không kiểm tra được các tên đã có',
  'files.checkingNames': 'Đang kiểm tra tên trong {name}…',
  'files.uploadAnyway': 'Vẫn tải lên',
  'files.replace': 'Thay thế',
  'files.replaceChanged': 'Chỉ tệp đã đổi',
  'files.keepBoth': 'Giữ cả hai',
  'files.skip': 'Bỏ qua',
  'files.checkingSizes': 'Đang kiểm tra dung lượng còn trống…',
  'files.tooLittleSpace': '{count, plural, other {# tệp}} cần {needed}, dung lượng còn trống: {free}.',
  'files.spaceUnderWay': 'Ngoài ra {size} được dành cho các tệp đang tải lên.',
  'files.someFit':
    'Còn đủ chỗ cho {fitting, number}/{count, number} tệp. {others, plural, other {# tệp}} sau sẽ không được tải lên:',
  'files.noneFits':
    '{count, plural, =1 {} other {Không còn đủ chỗ cho tệp nào. }}Hãy xóa bớt tệp hoặc liên hệ nhà cung cấp để tăng dung lượng.',
  'files.uploadWhatFits': 'Tải lên các tệp còn đủ chỗ',
}
