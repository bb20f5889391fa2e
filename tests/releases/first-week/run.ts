import { version } from '../../../server/program.ts'

/** What the words in capitals stand for. */
export const values = {
  VERSION: version,
  NEXT: `${version}+next`,
  HOST: 'kho.test',
  EMAIL: 'owner@kho.test',
  MAIL_URL: 'smtp://127.0.0.1:1025',
}

/** Blocks that cannot run in the chroot, by their first line. `where`: what runs them; `instead`: what does here. */
export const elsewhere: Record<string, { why: string; where: string; instead?: string }> = {
  'apt install -y certbot': {
    why: 'Let’s Encrypt reaches no name of this machine',
    where: 'the block with openssl makes the certificate here',
  },
  "radosgw-admin user create --uid=kho-console --display-name=Kho --caps='users=*;buckets=*;usage=read;metadata=*'":
    { why: 'needs a Ceph cluster', where: 'tests/support/ceph.ts makes such a user on Ceph RGW' },
  "cat >>/etc/kho/kho.env <<'END'": {
    why: 'needs a Ceph cluster',
    where: 'tests/server/rgw-api.test.ts starts Kho with these settings on Ceph RGW',
  },
  'scp -rp /srv/kho-backup/last /etc/kho/kho.env root@NEW:/srv/': {
    why: 'needs a second machine',
    where: 'here',
    // This machine becomes the new one: what is there of Kho goes.
    instead:
      'cp -a /srv/kho-backup/last /etc/kho/kho.env /srv/\napt-get purge -y kho\nrm -r /var/lib/kho /var/log/kho.journal',
  },
  'systemctl stop kho': {
    why: 'needs a Ceph cluster, and an operator between its lines',
    where: 'tests/server/move.test.ts moves to Ceph RGW by these commands',
  },
  'docker load -i kho-VERSION-image-amd64.tar': {
    why: 'needs a daemon of Docker',
    where: 'tests/releases/image.test.ts runs the image',
  },
  'aws sns create-topic --name orders --attributes push-endpoint=https://example.com/kho': {
    why: 'needs a customer whose account may have topics',
    where: 'tests/engine/sns.test.ts and tests/engine/s3/notifications.test.ts make these calls',
  },
}

/** What is looked at after a block, by its first line, and what it prints. */
export const follows: Record<string, { script: string; prints: string[] }> = {
  'apt install -y ./kho_VERSION_amd64.deb': {
    script: 'test "$(password_in /tmp/said)" = "$(password_in /var/log/kho.journal)" && echo same password',
    prints: ['same password'],
  },
  'kho user reset admin@kho.local --password': { script: 'password=$(password_in /tmp/said)', prints: [] },
  'mkdir -p /etc/ssl/kho': {
    script: 'openssl x509 -in /etc/ssl/kho/fullchain.pem -noout -checkhost s3.kho.test',
    prints: ['Hostname s3.kho.test does match certificate'],
  },
  "sed 's/kho\\.example\\.com/HOST/g' /usr/share/doc/kho/nginx.conf >/etc/nginx/conf.d/kho.conf": {
    script: `
      sign_in admin@kho.local "$password"
      answer http://kho.test/ --head
      answer https://s3.kho.test/none/
      grep -o '<Code>.*</Code>' /tmp/answer`,
    prints: ['200', '301', '404', '<Code>NoSuchBucket</Code>'],
  },
  'echo "KHO_SMTP_URL=\'MAIL_URL\'" >>/etc/kho/kho.env': {
    script: `
      answer https://kho.test/api/user/request-reset-password --header 'origin: https://kho.test' \
        --json '{"email":"admin@kho.local"}'
      until grep -q '^To: admin@kho.local' /tmp/mails && grep -q 'https://kho.test/' /tmp/mails; do sleep 0.1; done
      grep '^From:' /tmp/mails`,
    prints: ['204', 'From: Kho <no-reply@kho.test>'],
  },
  // Files for the backup.
  'kho user list': {
    script: `
      systemctl stop kho
      kho start --demo >/tmp/demo 2>&1 &
      demo=$!
      until grep '^Sample data' /tmp/demo; do sleep 0.1; done
      kill $demo && wait $demo
      systemctl start kho`,
    prints: ['Sample data: 96 files.'],
  },
  'install -d -o kho -g kho -m 700 /srv/kho-backup /srv/kho-tried': {
    script: `
      grep -o 'all as they were written' /tmp/said
      grep -c '@.* owner$' /tmp/said
      grep admin /tmp/said`,
    prints: ['all as they were written', '6', 'admin@kho.local  super admin'],
  },
  "curl --silent --fail http://127.0.0.1:9464/metrics | grep '^kho_'": {
    script: 'grep ^kho_info /tmp/said',
    prints: [`kho_info{version="${version}"} 1`],
  },
  'kho backup /srv/kho-backup/before-NEXT': {
    script: `
      kho --version
      ls /var/lib/kho/before-upgrade
      sign_in admin@kho.local "$password"`,
    prints: [values.NEXT, 'kho.sqlite', 's3', 'upgraded-to', '200'],
  },
  'apt install -y --allow-downgrades ./kho_VERSION_amd64.deb': {
    script: `
      kho --version
      test ! -e /var/lib/kho/before-upgrade && kho user list | grep admin
      sign_in admin@kho.local "$password"`,
    prints: [values.VERSION, 'admin@kho.local  super admin', '200'],
  },
  'apt install -y postgresql': {
    script: `
      sign_in owner@kho.test "$(password_in /var/log/kho.journal)"
      cd / && runuser -u postgres -- psql -At kho -c 'SELECT email FROM users' && cd /shared`,
    prints: ['200', 'owner@kho.test'],
  },
  'journalctl -u kho -o cat | grep -A1 EMAIL': {
    script:
      'pg_restore --list "/srv/kho-backup/$(date +%A)/accounts.dump" | grep -o "TABLE DATA public users"',
    prints: ['TABLE DATA public users'],
  },
  "sed -i 's/^kho backup/mkdir/' /etc/cron.daily/kho-backup": {
    script: 'ls "/srv/kho-backup/$(date +%A)"',
    prints: ['accounts.dump'],
  },
  'apt install -y ./kho_VERSION_amd64.deb && systemctl stop kho': {
    script: `
      kho user list
      kho verify | grep -o 'all as they were written'
      answer https://kho.test/api/health`,
    prints: ['owner@kho.test  super admin', 'all as they were written', '200'],
  },
}
