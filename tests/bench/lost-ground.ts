import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openLostGround, type Round, wrongIn } from '../support/lost-ground.ts'

const load = { size: 300_000_000, smallFiles: 1000, bytesPerSecond: 5_000_000 }
/** Bytes that an interruption may cost at most. */
const most = 32_000_000

/** A line of the file: what came of a round. */
type Line = { seed: number; number: number; wrong: string[]; round?: Round }
type Options = { rounds: number; seed?: number | undefined; resume?: string | undefined }

/**
 * `lost-ground [--rounds 50] [--seed N] [--resume FILE]`: a file of 300 MB and 1,000 small ones over 5 MB/s, with two of six
 * interruptions in each round. Whether nothing but requests under way was sent again, and everything arrived as it
 * was. `repeated` counts small files that were stored twice, of those under way when they were interrupted. A round is
 * appended to the file, and is not repeated when the bench resumes.
 */
export async function benchLostGround({ rounds, resume, ...options }: Options): Promise<boolean> {
  const before = resume && existsSync(resume) ? linesOf(resume) : []
  const seed = before[0]?.seed ?? options.seed ?? Date.now() % 2 ** 31
  const file = resume ?? join('test-results', `lost-ground-${seed}.jsonl`)
  mkdirSync(dirname(file), { recursive: true })
  console.log(`seed ${seed}; each round is appended to ${file}`)
  const lines = [...before]
  let ground = await openLostGround(load, seed)
  try {
    for (let number = 0; number < rounds; number++) {
      if (lines.some(line => line.number === number)) continue
      const line = await play(ground, seed, number)
      lines.push(line)
      appendFileSync(file, `${JSON.stringify(line)}\n`)
      console.log(textOf(line))
      if (line.round) continue
      await ground.close()
      ground = await openLostGround(load, seed)
    }
  } finally {
    await ground.close()
  }
  return summary(lines)
}

const linesOf = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))

/** A round that does not come to its end is wrong, and the bench goes on. */
async function play(
  ground: Awaited<ReturnType<typeof openLostGround>>,
  seed: number,
  number: number,
): Promise<Line> {
  try {
    const round = await ground.play(number)
    return { seed, number, wrong: wrongIn(round, most), round }
  } catch (error) {
    return { seed, number, wrong: [String(error)] }
  }
}

const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

function textOf({ number, wrong, round }: Line): string {
  const said = [
    ...(round?.cuts ?? []).map(
      ({ how, inFlight, again, back }) =>
        `${how}: ${mb(again)} again of ${mb(inFlight)} in flight, ${mb(back)} back`,
    ),
    ...(round ? [`small: ${round.small.repeated} repeated of ${round.small.inFlight} in flight`] : []),
    wrong.length === 0 ? 'as promised' : `WRONG: ${wrong.join('; ')}`,
  ]
  return `round ${number + 1}: ${said.join(' | ')}`
}

function summary(lines: Line[]): boolean {
  const cuts = lines.flatMap(({ round }) => round?.cuts ?? [])
  const kinds = [...new Set(cuts.map(({ how }) => how))].sort()
  const table = kinds.map(how => {
    const mine = cuts.filter(cut => cut.how === how)
    const worst = (of: 'again' | 'back') => mb(Math.max(...mine.map(cut => cut[of])))
    return [how, { times: mine.length, 'again, at most': worst('again'), 'back, at most': worst('back') }]
  })
  console.table(Object.fromEntries(table))
  const wrong = lines.filter(line => line.wrong.length > 0)
  console.log(`${lines.length} rounds, ${wrong.length} wrong (--seed ${lines[0]?.seed})`)
  return wrong.length === 0
}
