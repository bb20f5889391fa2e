import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const pad = (number: number): string => String(number).padStart(2, '0')

const vietnamese =
  'báo cáo hợp đồng tài liệu hóa đơn kế hoạch doanh thu nhân sự tháng quý năm ảnh sản phẩm khách hàng biên bản cuộc họp đề xuất quyết định công văn bảng lương danh sách thiết kế bản vẽ đào tạo giáo trình đề thi điểm sinh viên phòng ban chi nhánh kho vận chuyển xuất nhập tồn'
const english =
  'report contract invoice backup photo image video final draft copy export import data log user order product customer meeting notes budget plan design logo banner archive release build config thumbnail scan screenshot summary analysis quarter annual review presentation template sample test'
const words = [...vietnamese.split(' '), ...english.split(' ')]
const extensions = 'pdf docx xlsx jpg png mp4 zip csv json txt log gz pptx html'.split(' ')

/** Keys as people have them, in 4,000 folders: words of two languages, dates, numbers of cameras, hashes. `random`: 0 ≤ n < 1. */
export function keyMaker(random: () => number): () => string {
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)]!
  const part = (): string => {
    if (random() < 0.3) return String(2015 + Math.floor(random() * 12))
    return random() < 0.5 ? pick(words) : `${pick(words)} ${pick(words)}`
  }
  const folders = Array.from(
    { length: 4000 },
    () => `${Array.from({ length: 1 + Math.floor(random() * 3) }, part).join('/')}/`,
  )
  const date = (): string =>
    `${2015 + Math.floor(random() * 12)}-${pad(1 + Math.floor(random() * 12))}-${pad(1 + Math.floor(random() * 28))}`
  const name = (): string => {
    const chance = random()
    if (chance < 0.2) return `IMG_${Math.floor(random() * 1e4)}_${date()}`
    if (chance < 0.35)
      return Math.floor(random() * 2 ** 48)
        .toString(16)
        .padStart(12, '0')
    return `${pick(words)} ${pick(words)} ${random() < 0.6 ? date() : Math.floor(random() * 1000)}`
  }
  return () => `${pick(folders)}${name()}.${pick(extensions)}`
}

/** Writes rows of empty objects with these keys straight into the index of a stopped engine, to 50 buckets in turn. */
export function seedNames(dir: string, buckets: readonly string[], count: number, key: () => string): void {
  const db = new DatabaseSync(join(dir, 'index.sqlite'))
  db.exec('PRAGMA cache_size = -262144; PRAGMA synchronous = OFF; BEGIN')
  const ids = buckets.map(name => Number(db.prepare('SELECT id FROM bucket WHERE name = ?').get(name)!.id))
  const content = db.prepare('INSERT INTO content (refs, size) VALUES (?, 0)').run(count).lastInsertRowid
  const insertion = db.prepare(
    `INSERT INTO version (bucket, key, version_id, latest, marker, content, size, etag, modified, headers)
     VALUES (?, ?, 'null', 1, 0, ?, 0, 'd41d8cd98f00b204e9800998ecf8427e', ?, '{"content-type":"binary/octet-stream"}')`,
  )
  for (let n = 0; n < count; n += 1)
    insertion.run(ids[n % ids.length]!, `${key()}`, content, 1_790_000_000_000 + n)
  db.exec('COMMIT')
  db.close()
}
