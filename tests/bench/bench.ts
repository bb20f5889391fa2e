import { parseArgs } from 'node:util'
import { buildConsole } from '../support/build.ts'
import { ensureChromium } from '../support/chromium.ts'
import { benchAgainst } from './against.ts'
import { benchAttacks } from './attack.ts'
import { benchBatch } from './batch.ts'
import { benchDiskFaults } from './disk-faults.ts'
import { benchEngine } from './engine.ts'
import { benchFind } from './find.ts'
import { benchJobs } from './jobs.ts'
import { benchDurability, benchEvents, benchMove, benchSync } from './kills.ts'
import { benchListing } from './listing.ts'
import { benchLostGround } from './lost-ground.ts'
import { benchNeighbours } from './neighbours.ts'
import { benchNumbers } from './numbers.ts'
import { benchPeople } from './people.ts'
import { benchRights } from './rights.ts'
import { benchSignInPage } from './sign-in.ts'
import { benchSortSearch } from './sort-search.ts'
import { benchStart } from './start.ts'
import { benchThreeTabs } from './three-tabs.ts'
import { benchUploads, uploadRows } from './uploads.ts'
import { benchWarpList } from './warp-list.ts'
import { benchZip } from './zip.ts'

/**
 * `npm run bench -- NAME [numbers]`; what each measures stands at its function. Exits with 1 where an aim is missed. Speeds
 * are ratios within one run: rounds take turns, and medians are compared.
 */
const { values, positionals } = parseArgs({
  options: {
    against: { type: 'string' },
    rounds: { type: 'string' },
    seed: { type: 'string' },
    resume: { type: 'string' },
  },
  allowPositionals: true,
})
const [name = '', ...words] = positionals
const numbers = words.map(Number).filter(number => !Number.isNaN(number))
const first = (fallback: number) => numbers[0] ?? fallback
const second = (fallback: number) => numbers[1] ?? fallback
const rounds = Number(values.rounds ?? first(3))

const inNode: Record<string, () => Promise<boolean>> = {
  engine: () =>
    values.against ? benchAgainst(values.against, first(5)).then(() => true) : benchEngine(first(3)),
  batch: () => benchBatch(rounds),
  jobs: () => benchJobs(first(20_000), second(3)),
  zip: () => benchZip(first(100_000), second(3)),
  numbers: () => benchNumbers(first(10_000)),
  events: () => benchEvents(first(100_000), second(10)),
  move: () => benchMove(first(10)),
  neighbours: () => benchNeighbours(first(10)),
  sync: () => benchSync(first(30)),
  find: () => benchFind(first(100_000), second(8), numbers[2] ?? 30_000),
  rights: () => benchRights(first(1000), second(Math.ceil(first(1000) / 3))),
  people: () => benchPeople(first(60), second(200)),
  start: () => benchStart(rounds),
  'warp-list': () => benchWarpList(first(100_000)),
  'disk-faults': () =>
    benchDiskFaults(words, Number(values.rounds ?? 100), Number(values.seed ?? Date.now() % 2 ** 31)),
  durability: () => benchDurability(first(200)),
}

const onTheConsole: Record<string, () => Promise<boolean>> = {
  uploads: () =>
    benchUploads(
      uploadRows.filter(row => words.includes(row)),
      rounds,
    ),
  'lost-ground': () =>
    benchLostGround({
      rounds: Number(values.rounds ?? 50),
      seed: values.seed === undefined ? undefined : Number(values.seed),
      resume: values.resume,
    }),
  'three-tabs': () => benchThreeTabs(first(60)),
  listing: () => benchListing(numbers.length > 0 ? numbers : [1000, 100_000], Number(values.rounds ?? 7)),
  sort: () => benchSortSearch(rounds),
  'sign-in': () => benchSignInPage(rounds),
  attack: () => benchAttacks(rounds),
}

const bench = inNode[name] ?? onTheConsole[name]
if (!bench) {
  console.log(`npm run bench -- ${[...Object.keys(onTheConsole), ...Object.keys(inNode)].join(' | ')}`)
  process.exit(1)
}
if (name in onTheConsole) {
  buildConsole()
  ensureChromium()
}
process.exit((await bench()) ? 0 : 1)
