import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { changedSince, mergeBase } from './changed.ts'
import { isAffected, ownFiles } from './reach.ts'

/** The four parts of `npm run test:all`, the first that matches: each takes about as long; `contract` needs what `server` has run. */
const shards = [
  /^tests\/(contract|domain|machines|project|server|src)\/|^tests\/flows\/upload\.view/,
  /^tests\/(engine|flows|releases)\/|^tests\/screens\/phone/,
  /^tests\/browser\/(ways-|main-job|faults-slow-line)/,
  /^tests\/(browser|screens)\//,
]

const wordsOf = (path: string) => path.split(/[^a-z0-9]+/)
/** How many words of its path another one has. */
const likeness = (path: string, other: string) =>
  wordsOf(path).filter(word => wordsOf(other).includes(word)).length

/**
 * Within a turn and project: what failed in the last run, then what the change affects, then the longest. Near a change:
 * those whose names are like those of the changed files, as they are the first to find a mistake.
 */
export default class Order extends BaseSequencer {
  private readonly root = this.ctx.config.root
  private readonly pathOf = ({ moduleId }: TestSpecification) => relative(this.root, moduleId)

  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard!
    if (count !== shards.length) throw new Error(`There are ${shards.length} shards.`)
    return files.filter(file => shards.findIndex(shard => shard.test(this.pathOf(file))) === index - 1)
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const changed = new Set(changedSince(mergeBase()))
    const inChromium = (path: string) => /^tests\/browser\/(?!ways-)|\.browser\.test\.ts$/.test(path)
    const near = process.env.TEST_SINCE ? [...changed] : []
    const rank = (file: TestSpecification) => {
      if (this.ctx.cache.getTestSpecificationResult(file)?.failed) return 0
      const path = this.pathOf(file)
      if (near.length > 0) return 1 / (1 + Math.max(...near.map(each => likeness(path, each))))
      return changed.has(path) || (inChromium(path) && isAffected(path, ownFiles(path))) ? 1 : 2
    }
    const ranks = new Map(files.map(file => [file, rank(file)]))
    const groups = Map.groupBy(await super.sort(files), ({ project }) => project)
    return [...groups.values()].flatMap(group =>
      group.toSorted((one, other) => ranks.get(one)! - ranks.get(other)!),
    )
  }
}
