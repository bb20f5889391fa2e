import { join } from 'node:path'
import { sha256Of } from '../../server/maintenance/verify-release.ts'
import { root } from '../../server/program.ts'
import { run } from './run.ts'

/**
 * What a release was made of and by, as a statement of in-toto with SLSA's predicate, to be signed with the sums. Source:
 * slsa.dev/spec/v1.0/provenance. `sums`: SHA-256 of its files by their names, in hexadecimal digits.
 */
export async function provenanceOf(version: string, sums: Map<string, string>): Promise<string> {
  const revision = (await run('git', ['rev-parse', 'HEAD'], root)).trim()
  const changed = (await run('git', ['status', '--porcelain', '--untracked-files=no'], root)).trim() !== ''
  const locked = {
    uri: 'file:package-lock.json',
    digest: { sha256: await sha256Of(join(root, 'package-lock.json')) },
  }
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [...sums].map(([name, sha256]) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'npm run release',
        externalParameters: { version, sourceDateEpoch: process.env.SOURCE_DATE_EPOCH },
        internalParameters: { changedSinceRevision: changed },
        resolvedDependencies: [{ uri: 'git:kho', digest: { gitCommit: revision } }, locked],
      },
      runDetails: { builder: { id: 'whoever signed SHA256SUMS' } },
    },
  }
  return `${JSON.stringify(statement, null, 2)}\n`
}
