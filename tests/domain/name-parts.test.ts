import { expect, test } from 'vitest'
import { fileBrand } from '../../domain/brand-file.ts'
import { hasHidden, markedText, nameParts } from '../../domain/name-parts.ts'

const shown = (name: string) =>
  nameParts(name)
    .map(({ text, mark }) => (mark ? `<${mark}>` : text))
    .join('')

test('what turns or hides parts of a name is shown by its code', () => {
  expect(shown('invoice\u202egnp.exe')).toBe('invoice<U+202E>gnp.exe')
  expect(shown('\u2067a\u2069.txt')).toBe('<U+2067>a<U+2069>.txt')
  expect(shown('a\u200bb\u00adc\ufeff\u2060')).toBe('a<U+200B>b<U+00AD>c<U+FEFF><U+2060>')
  expect(shown('a\u0000\n\u007f\u0085\u2028\u3164\u2800')).toBe(
    'a<U+0000><U+000A><U+007F><U+0085><U+2028><U+3164><U+2800>',
  )
  expect(shown('a\u{e0041}')).toBe('a<U+E0041>')
  expect(shown('a\ufe00 1\ufe0f')).toBe('a<U+FE00> 1<U+FE0F>')
  expect(shown('pay\u200dpal \u200c\ufe0f')).toBe('pay<U+200D>pal <U+200C><U+FE0F>')
})

test('spaces at the ends are shown, and those within are spaces', () => {
  expect(shown('  a  b ')).toBe('<␣><␣>a  b<␣>')
  expect(shown('   ')).toBe('<␣><␣><␣>')
  expect(shown('')).toBe('')
})

test('names as people write them have no mark', () => {
  for (const name of [
    'báo cáo quý 4 — Hội An.txt',
    'báo cáo.txt'.normalize('NFD'),
    '👩‍👩‍👧‍👦 👩🏽‍💻 ❤️‍🔥 1️⃣ ☎︎.txt',
    '🏴󠁧󠁢󠁷󠁬󠁳󠁿',
    'می‌خواهم.pdf',
    'شركة ٢٠٢٦.pdf',
    'שָׁלוֹם 2026.docx',
    'क्‍ष.txt',
    '葛󠄀飾区.txt',
    'Screenshot 2026-11-21 at 9.41.00\u202fPM.png',
  ]) {
    expect([shown(name), hasHidden(name)]).toEqual([name, false])
  }
})

test('the parts are the name', () => {
  const name = ' a\u202eb\u200b\u{e0041} '
  expect(
    nameParts(name)
      .map(({ text }) => text)
      .join(''),
  ).toBe(name)
})

test('in a sentence marks are letters, and names from right to left are isolated once', () => {
  expect(markedText('a\u202eb.exe')).toBe('a[U+202E]b.exe')
  expect(markedText(' a ')).toBe(' a ')
  expect(markedText('שלום.txt')).toBe('\u2068שלום.txt\u2069')
  expect(markedText(markedText('שלום\u202e.txt'))).toBe('\u2068שלום[U+202E].txt\u2069')
  expect(markedText(`API client: ${markedText('שלום')}`)).toBe('API client: \u2068שלום\u2069')
  expect(markedText('a\u2069b\u2068')).toBe('a[U+2069]b[U+2068]')
})

test.each([
  ['Kho', 'kho'],
  ['Kho Dữ Liệu Đà Nẵng', 'kho-du-lieu-da-nang'],
  ['../S3 & “Co.”', 's3-co'],
  ['数据', 'files'],
])('files of the brand %s begin with %s', (name, begins) => {
  expect(fileBrand(name)).toBe(begins)
})
