import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } })

/** The contents of the QR codes in a PNG, by ZXing. */
export async function scanQr(png: Buffer): Promise<string[]> {
  const found = await readBarcodes(new Uint8Array(png), { formats: ['QRCode'] })
  return found.map(code => code.text)
}
