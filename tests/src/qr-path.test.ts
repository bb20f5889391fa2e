import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { qrPath } from '../../src/ui/qr-code.tsx'

const uri = 'otpauth://totp/Kho:owner%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Kho'

/** The modules that a path of runs fills. */
function modulesOf(path: string, size: number): boolean[][] {
  const modules = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    modules[Number(y)]!.fill(true, Number(x), Number(x) + Number(width))
  }
  return modules
}

test('the path fills the dark modules of the code, and nothing of the quiet zone of four', () => {
  const { path, size } = qrPath(uri)!
  const bare = encode(uri, { ecc: 'M', border: 0 })
  const modules = modulesOf(path, size)
  expect(size).toBe(bare.size + 8)
  expect(modules.slice(4, -4).map(row => row.slice(4, -4))).toEqual(bare.data)
  const zone = [...modules.slice(0, 4), ...modules.slice(-4)].flat()
  const sides = modules.flatMap(row => [...row.slice(0, 4), ...row.slice(-4)])
  expect([...zone, ...sides].filter(Boolean)).toEqual([])
})

test('a long link has a code of fewer corrections; one that a camera could not read has none', () => {
  const link = `https://s3.example.com/ảnh?X-Amz-Signature=${'a'.repeat(500)}`
  const { path, size } = qrPath(link)!
  const bare = encode(link, { ecc: 'L', border: 4 })
  expect([size, modulesOf(path, size)]).toEqual([bare.size, bare.data])
  expect(qrPath('a'.repeat(1000))).not.toBeNull()
  expect(qrPath('a'.repeat(1001))).toBeNull()
})
