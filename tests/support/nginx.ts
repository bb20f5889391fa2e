import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export const isInstalled = (program: string): boolean => spawnSync('which', [program]).status === 0

/** `log`: what it has warned of. */
export type Nginx = { log(): string; stop(): Promise<void> }

/** nginx with its own files in a temporary folder. `servers`: what its `http` block has besides; `port`: one of theirs. */
export async function startNginx(servers: string, port: number): Promise<Nginx> {
  const dir = mkdtempSync(join(tmpdir(), 'kho-nginx-'))
  const file = join(dir, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(kind => `${kind}_temp_path ${dir}/${kind};`)
    .join(' ')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    file,
    `${user} daemon off; worker_processes 1; pid ${dir}/pid; error_log ${dir}/error.log warn;
events { worker_connections 4096; }
http { access_log off; sendfile on; tcp_nopush on; ${temporary}
${servers}
}
`,
  )
  const child = spawn('nginx', ['-p', dir, '-c', file, '-e', join(dir, 'error.log')], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  for (let tries = 0; !(await accepts(port)); tries++) {
    if (tries === 100 || child.exitCode !== null) throw new Error(`nginx did not start; see ${dir}/error.log`)
    await pause(50)
  }
  return {
    log: () => readFileSync(join(dir, 'error.log'), 'utf8'),
    async stop() {
      child.kill('SIGTERM')
      await exited
      rmSync(dir, { recursive: true })
    },
  }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
