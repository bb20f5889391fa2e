import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { landscape } from './picture.ts'

type DemoFile = { bucket: string; key: string; type: string; body: () => Buffer }

const text = (lines: string[]) => () => Buffer.from(`${lines.join('\n')}\n`)

/** Bytes that do not compress; the same for the same `seed`. */
function noise(seed: string, size: number): Buffer {
  const blocks: Buffer[] = []
  for (let made = 0; made < size; made += 64)
    blocks.push(createHash('sha512').update(`${seed}${made}`).digest())
  return Buffer.concat(blocks).subarray(0, size)
}

function* photos(): Generator<DemoFile> {
  const albums: [string, number][] = [
    ['Tết Bính Ngọ 2026', 24],
    ['Đà Lạt mùa hoa', 18],
    ['Phú Quốc', 12],
  ]
  for (const [album, count] of albums) {
    for (let number = 1; number <= count; number++) {
      const key = `${album}/Ảnh ${String(number).padStart(3, '0')}.png`
      const body = () => landscape(album.length * 31 + number, 480 + (number % 3) * 120, 320)
      yield { bucket: 'anh-gia-dinh', key, type: 'image/png', body }
    }
  }
  yield {
    bucket: 'anh-gia-dinh',
    key: 'Đọc tôi trước.txt',
    type: 'text/plain; charset=utf-8',
    body: text(['Ảnh của cả nhà, xếp theo từng chuyến đi.', 'Con nhớ chép thêm ảnh giỗ tổ vào đây nhé!']),
  }
}

function* documents(): Generator<DemoFile> {
  const bucket = 'tai-lieu-cong-ty'
  for (let month = 1; month <= 12; month++) {
    const rows = Array.from({ length: 400 }, (_, row) => [
      `2026-${String(month).padStart(2, '0')}-${String((row % 28) + 1).padStart(2, '0')}`,
      1000 + row,
      row * 12_500,
    ])
    const lines = ['ngày,số hoá đơn,số tiền (đ)', ...rows.map(row => row.join(','))]
    const key = `Báo cáo/2026/Doanh thu tháng ${String(month).padStart(2, '0')}.csv`
    yield { bucket, key, type: 'text/csv; charset=utf-8', body: text(lines) }
  }
  const notes = ['Hợp đồng thuê kho', 'Quy trình sao lưu', 'Biên bản họp quý III', 'Danh bạ nội bộ']
  for (const name of notes) {
    const lines = [
      `# ${name}`,
      '',
      ...Array.from({ length: 40 }, (_, line) => `${line + 1}. Nội dung đang soạn.`),
    ]
    yield { bucket, key: `Hành chính/${name}.md`, type: 'text/markdown; charset=utf-8', body: text(lines) }
  }
  yield {
    bucket,
    key: 'Thiết kế/Logo.svg',
    type: 'image/svg+xml; charset=utf-8',
    body: text([
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
      '<path d="M4 28 32 8l28 20v28H4z" fill="#0f8f9c"/><path d="M18 34h28v22H18z" fill="#fff"/></svg>',
    ]),
  }
}

function* website(): Generator<DemoFile> {
  const bucket = 'website-static'
  const page = [
    '<!doctype html>',
    '<html lang="en"><title>Hello</title><link rel="stylesheet" href="css/site.css">',
  ]
  yield {
    bucket,
    key: 'index.html',
    type: 'text/html; charset=utf-8',
    body: text([...page, '<h1>Hello</h1></html>']),
  }
  yield {
    bucket,
    key: 'css/site.css',
    type: 'text/css; charset=utf-8',
    body: text(['body { font: 16px/1.6 system-ui }']),
  }
  yield {
    bucket,
    key: 'js/site.js',
    type: 'text/javascript; charset=utf-8',
    body: text(["console.log('hello')"]),
  }
  yield {
    bucket,
    key: 'robots.txt',
    type: 'text/plain; charset=utf-8',
    body: text(['User-agent: *', 'Allow: /']),
  }
  for (let number = 1; number <= 6; number++) {
    const body = () => landscape(number * 97, 640, 360)
    yield { bucket, key: `images/banner-${number}.png`, type: 'image/png', body }
  }
}

function* backups(): Generator<DemoFile> {
  const bucket = 'sao-luu-hang-dem'
  for (let day = 1; day <= 14; day++) {
    const date = `2026-11-${String(day).padStart(2, '0')}`
    const body = () => gzipSync(noise(date, 150_000 + day * 40_000), { level: 1 })
    yield { bucket, key: `postgres/${date}.sql.gz`, type: 'application/gzip', body }
  }
}

/** Buckets of the sample data that stay empty. */
export const emptyBuckets = ['moi-tao']

/** The sample files that `--demo` puts into the first account: about 7 MB in under 100 files. */
export function* demoFiles(): Generator<DemoFile> {
  yield* photos()
  yield* documents()
  yield* website()
  yield* backups()
}
