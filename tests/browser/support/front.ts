import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { freePorts } from '../../support/ceph.ts'
import { makeCertificate } from '../../support/certificate.ts'
import { startNginx } from '../../support/nginx.ts'

export type Front = {
  /** Settings of the consoles behind it. */
  env: Record<string, string>
  /** The address of the console, and of the storage on another host. */
  url: string
  s3Url: string
  /** Starts nginx before consoles, to which requests go in turn, and a storage: their URLs. */
  open(consoles: string[], storage: string): Promise<void>
  stop(): Promise<void>
}

const headers = `proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Request-Id $request_id;
      proxy_request_buffering off; client_max_body_size 0;`

/** nginx with TLS and HTTP/2. What is not below `basePath` is not there. */
export async function makeFront(basePath: string): Promise<Front> {
  const [port, s3Port] = await freePorts(2)
  const dir = mkdtempSync(join(tmpdir(), 'kho-front-'))
  const { cert, key } = makeCertificate(dir)
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(cert, 'utf8')])
  const listen = (port: number) =>
    `listen 127.0.0.1:${port} ssl http2; ssl_certificate ${cert}; ssl_certificate_key ${key};`
  const publicUrl = `https://localhost:${port}`
  const s3Url = `https://127.0.0.1:${s3Port}`
  let nginx: { stop(): Promise<void> } | undefined
  return {
    env: {
      KHO_BASE_PATH: basePath,
      KHO_PUBLIC_URL: publicUrl,
      KHO_S3_PUBLIC_ENDPOINT: s3Url,
      KHO_TRUSTED_PROXIES: 'loopback',
    },
    url: publicUrl + basePath,
    s3Url,
    async open(consoles, storage) {
      const upstream = consoles.map(url => `server ${new URL(url).host};`).join(' ')
      nginx = await startNginx(
        `upstream consoles { ${upstream} }
  server { ${listen(port!)}
    location ${basePath}/ { proxy_pass http://consoles; ${headers} }
    ${basePath && `location = ${basePath} { proxy_pass http://consoles; ${headers} }`}
  }
  server { ${listen(s3Port!)} location / { proxy_pass ${storage}; ${headers} } }`,
        port!,
      )
    },
    async stop() {
      await nginx?.stop()
      rmSync(dir, { recursive: true })
    },
  }
}
