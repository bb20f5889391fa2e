import type { Locale } from '../../languages/languages.ts'

/** What no text says to users, by language, and what it says instead. */
export const wrongWords: Record<Locale, readonly [wrong: RegExp, instead: string][]> = {
  en: [
    [/\w'|'\w/, '’'],
    [/\b(recogni|minimi|maximi|organi|summari|synchroni)s(e|ed|es|ing)\b/i, '-ize'],
    [/\bcent(re|res)\b/i, 'center'],
    [/\b(colou?r|favour|behaviour|grey|licence)s?\b(?<!color|colors)/i, 'American spelling'],
    [/\bcancell(ed|ing)\b/i, 'canceled, canceling'],
    [/\b(some|any|every)body\b/i, 'someone, anyone, everyone'],
  ],
  vi: [
    [/nhiều nhất/i, 'tối đa'],
    [/khóa S3/i, 'khóa truy cập'],
    [/đối tượng/i, 'tệp'],
    [/địa điểm/i, 'khu vực lưu trữ'],
    [/trình đơn/i, 'menu'],
    [/dang dở/i, 'dở dang'],
    [/tải về/i, 'tải xuống'],
    [/bảng điều khiển|trang quản (lý|trị)/i, 'Kho'],
    [/định dạng bucket/i, 'xóa sạch dữ liệu'],
    [/chế độ (quản trị|tuân thủ)/i, 'governance, compliance'],
  ],
}
