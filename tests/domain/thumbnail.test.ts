import { expect, test } from 'vitest'
import { cutTo, thumbnailLimit, thumbnailType } from '../../domain/thumbnail.ts'

test('pictures made of pixels have a small picture, in any case of their extension, and others have none', () => {
  const names = [
    'a.PNG',
    'ảnh/b.jpeg',
    'c.svg',
    '.png',
    'png',
    'd.png.txt',
    'e.ico',
    'f.avif',
    'dir.png/g',
    'h/i.png/',
  ]
  expect(names.map(name => thumbnailType(name, 10))).toEqual([
    'image/png',
    'image/jpeg',
    null,
    null,
    null,
    null,
    null,
    'image/avif',
    null,
    'image/png',
  ])
})

test('a picture over the limit, an empty one and one of unknown size have none', () => {
  const sizes = [thumbnailLimit, thumbnailLimit + 1, 0, null]
  expect(sizes.map(size => thumbnailType('a.png', size))).toEqual(['image/png', null, null, null])
})

const box = { width: 400, height: 300 }

test('a large picture fills the box by its middle', () => {
  expect(cutTo({ width: 1600, height: 600 }, box, false)).toEqual({
    x: 400,
    y: 0,
    from: { width: 800, height: 600 },
    to: box,
    fills: true,
  })
  expect(cutTo({ width: 100, height: 3000 }, box, false)).toEqual({
    x: 0,
    y: 1350,
    from: { width: 100, height: 300 },
    to: { width: 100, height: 300 },
    fills: true,
  })
})

test('a picture that is larger than half the box fills it at its own size, as a tile is half as large', () => {
  const picture = { width: 300, height: 150 }
  expect(cutTo(picture, box, false)).toEqual({ x: 0, y: 0, from: picture, to: picture, fills: true })
})

test('a picture that is much smaller than the box is neither cut nor enlarged', () => {
  const picture = { width: 16, height: 32 }
  expect(cutTo(picture, box, false)).toEqual({ x: 0, y: 0, from: picture, to: picture, fills: false })
})

test('a whole picture lies in the box, however long it is', () => {
  const picture = { width: 1600, height: 600 }
  const to = { width: 400, height: 150 }
  expect(cutTo(picture, box, true)).toEqual({ x: 0, y: 0, from: picture, to, fills: false })
  expect(cutTo({ width: 20_000, height: 1 }, box, true).to).toEqual({ width: 400, height: 1 })
})
