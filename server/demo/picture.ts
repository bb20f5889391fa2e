import { crc32, deflateSync } from 'node:zlib'

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A landscape of hills under a sky as a PNG of `width` × `height` pixels; `seed` decides its colours and shapes. */
export function landscape(seed: number, width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.alloc(height * (1 + width * 3))
  const hue = (seed * 47) % 60
  const hills = [1, 2, 3].map(hill => ({
    colour: [70 - hill * 14 + hue, 130 - hill * 24, 110 - hill * 18 + hue],
    tops: Float64Array.from({ length: width }, (_, x) => {
      const wave = Math.sin(x / (width / (2 + hill)) + seed * hill) + 0.4 * Math.sin((x * hill) / 37 + seed)
      return height * (0.3 + hill * 0.16) + (wave * height) / 14
    }),
  }))
  let at = 0
  for (let y = 0; y < height; y++) {
    const sky = [150 + hue + (y * 60) / height, 190 + (y * 40) / height, 235 - hue / 2]
    at++
    for (let x = 0; x < width; x++) {
      let colour = sky
      for (const hill of hills) if (y > hill.tops[x]!) colour = hill.colour
      const grain = ((x * 7919 + y * 104729 + seed * 31) % 7) - 3
      for (let channel = 0; channel < 3; channel++)
        rows[at++] = Math.max(0, Math.min(255, colour[channel]! + grain))
    }
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
