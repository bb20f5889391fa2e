import { expect, test } from 'vitest'
import { fileBrand } from '../../domain/brand-file.ts'

test.each([
  ['Kho', 'kho'],
  ['Kho Dữ Liệu Đà Nẵng', 'kho-du-lieu-da-nang'],
  ['../S3 & “Co.”', 's3-co'],
  ['数据', 'files'],
])('files of the brand %s begin with %s', (name, begins) => {
  expect(fileBrand(name)).toBe(begins)
})
