import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A PDF of one page with a line of text; `more`: further entries of its catalogue. */
export function pdf(more = '', box = '0 0 300 200'): Uint8Array {
  const content = 'BT /F1 24 Tf 20 100 Td (Xin chao) Tj ET'
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${more} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const lines = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const count = objects.length + 1
  return Buffer.from(
    `${text}xref\n0 ${count}\n0000000000 65535 f \n${lines.join('')}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`,
  )
}

/** Two seconds of silence: 8,000 samples of one byte a second. */
export function wav(): Uint8Array {
  const samples = 16_000
  const bytes = Buffer.alloc(44 + samples, 0x80)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + samples, 4)
  bytes.write('WAVEfmt ', 8)
  for (const [at, value] of [
    [16, 16],
    [24, 8000],
    [28, 8000],
    [40, samples],
  ] as const)
    bytes.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    bytes.writeUInt16LE(value, at)
  bytes.write('data', 36)
  return bytes
}

/** Bytes between the pictures of the video and its index. */
export const padding = 6 * 1024 ** 2

/** A video of four seconds, VP9, with so much unused space before its index that a player asks for the end by itself. */
export function video(): Uint8Array<ArrayBuffer> {
  const bytes = readFileSync(join(import.meta.dirname, 'four-seconds.mp4'))
  const index = bytes.indexOf('moov') - 4
  const free = Buffer.alloc(padding)
  free.writeUInt32BE(padding)
  free.write('free', 4)
  return new Uint8Array(Buffer.concat([bytes.subarray(0, index), free, bytes.subarray(index)]))
}
