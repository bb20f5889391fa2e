import { expect, test } from 'vitest'
import { misplaced, type Place, parsePlaces, readPlaces } from '../../server/places/places.ts'
import { problem } from './support/console.ts'
import { ownConsole } from './support/with-console.ts'

/** Of the 63 provinces until 30 June 2025. */
const old = () => readPlaces('until-2025')
/** Of the 34 provinces since 1 July 2025. */
const present = () => readPlaces('since-2025')

const allOnce = (all: Place[]) => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(all.filter(({ name }) => name !== name.normalize('NFC').trim() || /\s\s/.test(name))).toEqual([])
}

test('since 1 July 2025 there are 34 provinces and 3,321 wards, communes and special zones, without districts', async () => {
  const places = await present()
  const wards = places.provinces.flatMap(({ id }) => places.wards(id) ?? [])
  expect([places.provinces.length, wards.length]).toEqual([34, 3321])
  const kinds = Map.groupBy(wards, ({ name }) => /^(Phường|Xã|Đặc khu) /.exec(name)?.[1])
  expect(Object.fromEntries([...kinds].map(([kind, { length }]) => [kind, length]))).toEqual({
    Phường: 687,
    Xã: 2621,
    'Đặc khu': 13,
  })
  expect(places.provinces.filter(({ id }) => places.wards(id)?.length === 0)).toEqual([])
  expect(places.provinces.filter(({ id }) => places.districts(id)?.length !== 0)).toEqual([])
  allOnce([...places.provinces, ...wards])
})

test('until 30 June 2025 every province has districts, and every district but the islands has wards', async () => {
  const places = await old()
  const districts = places.provinces.flatMap(({ id }) => places.districts(id) ?? [])
  const wards = districts.flatMap(({ id }) => places.wards(id) ?? [])
  expect([places.provinces.length, districts.length, wards.length]).toEqual([63, 696, 10_050])
  expect(places.provinces.filter(({ id }) => places.districts(id)?.length === 0)).toEqual([])
  expect(districts.filter(({ id }) => places.wards(id)?.length === 0).map(({ name }) => name)).toEqual([
    'Huyện Côn Đảo',
    'Huyện Hoàng Sa',
    'Huyện Bạch Long Vĩ',
    'Huyện Lý Sơn',
    'Huyện Cồn Cỏ',
  ])
  allOnce([...places.provinces, ...districts, ...wards])
})

test('no two places below the same one have the same name', async () => {
  const lists = [await old(), await present()].flatMap(places => [
    places.provinces,
    ...places.provinces.flatMap(({ id }) => {
      const districts = places.districts(id)!
      return [districts, places.wards(id)!, ...districts.map(district => places.wards(district.id)!)]
    }),
  ])
  expect(lists.filter(list => new Set(list.map(({ name }) => name)).size !== list.length)).toEqual([])
})

test('places are in Vietnamese order by their own names, numbers by their value', () => {
  const places = parsePlaces(
    [
      '01 Thành phố Đà Nẵng',
      '02 Tỉnh Dak',
      '03 Tỉnh An Giang',
      '04 Tỉnh Ăn',
      '001 Quận 10',
      '002 Quận 3',
      '003 Huyện Ân Thi',
      '004 Thị xã An',
      '005 Huyện An',
      '00001 Xã Ơ',
      '00002 Phường O',
      '00003 Thị trấn Ô',
      '05 Tỉnh B',
      '00004 Xã Ơ',
      '00005 Đặc khu O',
    ].join('\n'),
  )
  expect(places.provinces.map(({ name }) => name)).toEqual(['An Giang', 'Ăn', 'B', 'Dak', 'Đà Nẵng'])
  expect(places.districts('04')?.map(({ name }) => name)).toEqual([
    'Quận 3',
    'Quận 10',
    'Huyện An',
    'Thị xã An',
    'Huyện Ân Thi',
  ])
  expect(places.wards('005')?.map(({ name }) => name)).toEqual(['Phường O', 'Thị trấn Ô', 'Xã Ơ'])
  expect(places.wards('05')?.map(({ name }) => name)).toEqual(['Đặc khu O', 'Xã Ơ'])
})

test('a line that is no place stops the reading', () => {
  expect(() => parsePlaces('01 Hà Nội\n0001 Quận')).toThrow('"0001 Quận" is no line of a place.')
})

test('a district lies in its province and a ward in its district; what is left out fits', async () => {
  const places = await old()
  const at = (city: string, district: string, ward: string) => misplaced(places, { city, district, ward })
  expect(at('', '', '')).toBe(null)
  expect(at('01', '', '')).toBe(null)
  expect(at('01', '002', '')).toBe(null)
  expect(at('01', '002', '00070')).toBe(null)
  expect(at('99', '', '')).toBe('city')
  expect(at('002', '', '')).toBe('city')
  expect(at('79', '002', '')).toBe('district')
  expect(at('', '002', '')).toBe('district')
  expect(at('01', '001', '00070')).toBe('ward')
  expect(at('01', '', '00070')).toBe('ward')
})

test('a ward without a district lies in its province', async () => {
  const places = await present()
  const at = (city: string, ward: string) => misplaced(places, { city, district: null, ward })
  expect(at('', '')).toBe(null)
  expect(at('01', '')).toBe(null)
  expect(at('01', '00070')).toBe(null)
  expect(at('77', '')).toBe('city')
  expect(at('79', '00070')).toBe('ward')
  expect(at('', '00070')).toBe('ward')
  expect(at('01', '00001')).toBe('ward')
})

test('the API gives provinces, their wards, the districts of before with theirs, and the site', async () => {
  const console = await ownConsole({ KHO_S3_REGION: 'vn-hanoi' })
  const visitor = await console.signedIn()
  const get = async (path: string) => {
    const { status, body } = await visitor.call('GET', `/other/${path}`)
    return { status, places: (body as { places: { id: string; name: string }[] }).places }
  }
  const provinces = await get('provices')
  expect(provinces.status).toBe(200)
  expect(provinces.places.slice(0, 2)).toEqual([
    { id: '91', name: 'An Giang' },
    { id: '24', name: 'Bắc Ninh' },
  ])
  expect(await get('provices?divisions=since-2025')).toEqual(provinces)
  expect((await get('provices?divisions=until-2025')).places.slice(0, 2)).toEqual([
    { id: '89', name: 'An Giang' },
    { id: '77', name: 'Bà Rịa - Vũng Tàu' },
  ])
  expect((await get('wards/01')).places).toContainEqual({ id: '00070', name: 'Phường Hoàn Kiếm' })
  expect((await get('districts/01')).places[0]).toEqual({ id: '001', name: 'Quận Ba Đình' })
  expect((await get('wards/002')).places).toContainEqual({ id: '00070', name: 'Phường Hàng Trống' })
  expect(await get('sites')).toEqual({ status: 200, places: [{ id: 'vn-hanoi', name: 'vn-hanoi' }] })
  const notFound = { status: 404, code: 'NOT_FOUND' }
  expect(problem(await visitor.call('GET', '/other/districts/99'))).toEqual(notFound)
  expect(problem(await visitor.call('GET', '/other/wards/77'))).toEqual(notFound)
  expect(problem(await visitor.call('GET', '/other/wards/999'))).toEqual(notFound)
  expect(problem(await visitor.call('GET', '/other/wards/abc')).code).toBe('INVALID_REQUEST')
})
