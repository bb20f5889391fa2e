import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../server/config.ts'
import { version } from '../../server/program.ts'

const folder = 'docs/container'
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const settings = new Set(
  [...readFileSync('server/config.ts', 'utf8').matchAll(/'(KHO_[A-Z0-9_]+)'/g)].map(([, name]) => name),
)

type Service = { image: string; environment?: Record<string, string> }

test.each(readdirSync(join(folder, 'compose')).filter(name => name.endsWith('.yml')))(
  '%s runs this version with settings that are valid, once its values are filled in',
  name => {
    const values = Object.fromEntries(
      [...read('compose/kho.env').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, key, value]) => [key!, value!]),
    )
    const filled = read(`compose/${name}`).replace(/\$\{([A-Z0-9_]+)\}/g, (_, key: string) => {
      expect(Object.keys(values)).toContain(key)
      return values[key]!
    })
    const { services } = parse(filled, { merge: true }) as { services: Record<string, Service> }
    const consoles = Object.values(services).filter(({ image }) => image.startsWith('kho:'))
    expect(consoles.length).toBe(name === 'one.yml' ? 1 : 2)
    for (const { image, environment = {} } of consoles) {
      expect(image).toBe(`kho:${version}`)
      for (const key of Object.keys(environment)) expect(settings).toContain(key)
      expect(readConfig({ KHO_HOST: '0.0.0.0', ...environment })).toHaveProperty('config')
    }
  },
)

test('the Containerfile starts what the Debian package has, and asks it whether it is ready', () => {
  const lines = read('Containerfile')
  const service = readFileSync('build/release/debian/kho.service', 'utf8')
  const [, start] = /^ExecStart=(.*) start$/m.exec(service)!
  const words = JSON.stringify(start!.split(' ')).slice(1, -1).replace(',', ', ')
  expect(lines).toContain(`ENTRYPOINT [${words}]`)
  expect(lines).toContain(`CMD [${words}, "health"]`)
  expect(lines).toMatch(/^COPY kho_\$\{VERSION\}_\*\.deb /m)
})

test('both configurations of nginx pass the console on alike', () => {
  const passing = (conf: string) => /location \/ \{\n( +proxy_pass http:\/\/kho;\n[^}]*)\}/.exec(conf)?.[1]
  const alone = passing(readFileSync('docs/nginx.conf', 'utf8'))
  expect(alone).toContain('X-Request-Id')
  expect(passing(read('compose/nginx.conf'))).toBe(alone)
})
