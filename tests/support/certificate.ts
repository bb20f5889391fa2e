import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** A self-signed certificate for localhost and 127.0.0.1, made by openssl in `dir`. Returns the paths of both PEM files. */
export function makeCertificate(dir: string): { cert: string; key: string } {
  const cert = join(dir, 'cert.pem')
  const key = join(dir, 'key.pem')
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  execFileSync('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', cert], {
    stdio: 'pipe',
  })
  return { cert, key }
}
