import { version } from '../../../server/program.ts'

/** What the words in capitals stand for. */
export const values = {
  VERSION: version,
  NEXT: `${version}+next`,
  HOST: 'kho.test',
  EMAIL: 'owner@kho.test',
  MAIL_URL: 'smtp://127.0.0.1:1025',
}

/** Blocks that cannot run in the machine, by their first line. `where`: what runs them; `instead`: what does here. */
export const elsewhere: Record<string, { why: string; where: string; instead?: string }> = {
  'apt install -y certbot': {
    why: 'Let’s Encrypt reaches no name of this machine',
    where: 'the block with openssl makes the certificate here; its two last lines follow a trial of that',
    instead: `
      mkdir -p /etc/ssl/kho /etc/letsencrypt/live/kho.test
      sed -n '/^rm -rf .etc.ssl/,/^ln -s /p' /usr/share/doc/kho/operations.md | sed s/HOST/kho.test/ | sh -ex
      test "$(readlink -f /etc/ssl/kho)" = /etc/letsencrypt/live/kho.test
      rm /etc/ssl/kho`,
  },
  "radosgw-admin user create --uid=kho-console --display-name=Kho --caps='users=*;buckets=*;usage=read;metadata=*'":
    { why: 'needs a Ceph cluster', where: 'tests/support/ceph.ts makes such a user on Ceph RGW' },
  "cat >>/etc/kho/kho.env <<'END'": {
    why: 'needs a Ceph cluster',
    where: 'tests/server/rgw-api.test.ts starts Kho with these settings on Ceph RGW',
  },
  'scp -rp /srv/kho-backup/last root@NEW:/srv/': {
    why: 'needs a second machine',
    where: 'here',
    // This machine becomes the new one: what is there of Kho goes.
    instead: 'cp -a /srv/kho-backup/last /srv/\napt-get purge -y kho\nrm -r /var/lib/kho /etc/kho',
  },
  'umask 077': {
    why: 'the file is the one above it in the guide, and the machine has no jq',
    where: 'here',
    instead: `
      awk '/^\`\`\`json/ { on = 1; next } /^\`\`\`/ { on = 0 } on' /usr/share/doc/kho/operations.md >/tmp/customer.json
      umask 077
      kho apply - --json </tmp/customer.json >/tmp/steps.json`,
  },
  'curl -sS -X PUT "https://HOST/api/user/account/apply" -H "Authorization: Bearer $KHO_TOKEN" \\': {
    why: 'needs an API client, which a person makes',
    where: 'tests/server/people.test.ts applies an account by HTTP',
  },
  'systemd-creds encrypt --name=kho-secret NEW_SECRET_FILE /etc/kho/kho-secret.cred': {
    why: 'the file with the secret is the reader’s',
    where: 'here',
    instead: `
      openssl rand -base64 32 >/tmp/new-secret
      systemd-creds encrypt --name=kho-secret /tmp/new-secret /etc/kho/kho-secret.cred
      shred -u /tmp/new-secret
      systemd-creds decrypt --name=kho-secret /etc/kho/kho-secret.cred - | grep -q .`,
  },
  'apt install -y rclone': {
    why: 'prepares a move to Ceph RGW',
    where: 'tests/server/move.test.ts has the settings and the folder',
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

export type Check = { name: string; script: string; prints: string[] }

const admin = 'admin@kho.local'
const customer = 'customer@kho.test'

const signsIn = (email: string, password: string, after = ''): Check => ({
  name: `${email} signs in${after}`,
  script: `sign_in ${email} "${password}"`,
  prints: ['200'],
})
const readsFile = (after = ''): Check => ({
  name: `the customer reads the file${after}`,
  script: 'storage /photos/cat.jpg | cmp - /srv/cat.jpg && echo same',
  prints: ['same'],
})
const printed = (line: string, name: string): Check => ({
  name,
  script: `grep -oF '${line}' /tmp/said`,
  prints: [line],
})

/** What is looked at after a block, by its first line; what the block has printed is in /tmp/said. */
export const checks: Record<string, Check[]> = {
  'apt install -y ./kho_VERSION_amd64.deb': [
    {
      name: 'the log has the password',
      script: 'test "$(password </tmp/said)" = "$(journal | password)" && echo same password',
      prints: ['same password'],
    },
    {
      name: 'the log says where mails are written',
      script: "journal | grep -om1 'Emails are written to /[^:]*'",
      prints: ['Emails are written to /var/lib/kho/outbox'],
    },
  ],
  'kho user reset admin@kho.local --password': [
    {
      name: 'a password is printed',
      script: 'password </tmp/said | tee /srv/password | wc -l',
      prints: ['1'],
    },
  ],
  'mkdir -p /etc/ssl/kho': [
    {
      name: 'the certificate is for both names',
      script: 'openssl x509 -in $cert -noout -checkhost s3.kho.test',
      prints: ['Hostname s3.kho.test does match certificate'],
    },
  ],
  "sed 's/kho\\.example\\.com/HOST/g' /usr/share/doc/kho/nginx.conf >/etc/nginx/conf.d/kho.conf": [
    signsIn(admin, '$(cat /srv/password)'),
    {
      name: 'the proxy leads to TLS, and to the storage',
      script: `
        answer http://kho.test/ --head
        answer https://s3.kho.test/none/
        grep -o '<Code>.*</Code>' /tmp/answer`,
      prints: ['301', '404', '<Code>NoSuchBucket</Code>'],
    },
  ],
  'echo "KHO_SMTP_URL=\'MAIL_URL\'" >>/etc/kho/kho.env': [
    {
      name: 'a mail arrives',
      script: `
        call POST /user/request-reset-password '{"email":"${admin}"}'
        until grep -q '^To: ${admin}' /tmp/mails && grep -q 'https://kho.test/' /tmp/mails; do sleep 0.1; done
        grep '^From:' /tmp/mails`,
      prints: ['204', 'From: Kho <no-reply@kho.test>'],
    },
  ],
  'kho user list': [
    {
      name: 'the super admin adds a customer, who signs in',
      script: `
        settle ${admin} "$(cat /srv/password)" Vuon-tao#Admin-2
        call POST /user/create '{"name":"Customer","contract_code":"1","site":"us-east-1","quota":1073741824,
          "expire_date":0,"enable_bucket_notification":true,"owner_name":"Customer","owner_email":"${customer}",
          "password":"Vuon-tao#1"}'
        settle ${customer} Vuon-tao#1 Vuon-tao#Owner-2`,
      prints: ['200', '204', '204', '200', '201', '200', '204', '204', '200'],
    },
    {
      name: 'the customer stores a file',
      script: `
        call POST /user/access-key '{"name":"laptop"}'
        python3 -c 'import json; made = json.load(open("/tmp/answer")); print(made["key"]["access_key"] + ":" + made["secret_key"])' >/srv/key
        head -c 1000000 /dev/urandom >/srv/cat.jpg
        storage /photos --request PUT
        storage /photos/cat.jpg --upload-file /srv/cat.jpg`,
      prints: ['201'],
    },
    readsFile(),
    {
      name: 'the customer has events sent to an address on the internet',
      script: `call POST /notification/topic '{"name":"orders","address":"https://8.8.8.8/hook","group_id":null}'`,
      prints: ['201'],
    },
    {
      name: 'an event arrives at a receiver on this machine, where that is allowed',
      script: `
        echo KHO_WEBHOOK_ALLOW=127.0.0.0/8 >>/etc/kho/kho.env
        systemctl restart kho
        call POST /notification/topic '{"name":"here","address":"http://127.0.0.1:1026/","group_id":null}'
        call POST /notification/topic/test '{"name":"here"}'
        until [ -s /tmp/events ]; do sleep 0.1; done
        grep -o s3:TestEvent /tmp/events`,
      prints: ['201', '202', 's3:TestEvent'],
    },
  ],
  'install -d -o kho -g kho -m 700 /srv/kho-backup /srv/kho-tried': [
    printed('all as they were written', 'the backup is whole'),
    printed(customer, 'the backup has the customer'),
    {
      name: 'the backup, on the disk of the data, takes no space',
      script: "sed -nE 's/^1 file, //p' /tmp/said",
      prints: ['linked, which takes no space.'],
    },
    {
      name: 'a backup on another disk is a copy, and the server runs on',
      script: `
        mkdir /srv/other && mount -t tmpfs tmpfs /srv/other && chown kho: /srv/other
        kho backup /srv/other/copy >/tmp/copied
        sed -nE 's/^1 file, (1 of them copied).*/\\1/p' /tmp/copied
        systemctl is-active kho
        umount /srv/other`,
      prints: ['1 of them copied', 'active'],
    },
    {
      name: 'a port that its user may not use is named',
      script: `
        cp -p /etc/kho/kho.env /tmp/kho.env
        echo KHO_S3_PORT=81 >>/etc/kho/kho.env
        kho doctor | grep -o 'its user may not use this port' || true
        cp -p /tmp/kho.env /etc/kho/kho.env`,
      prints: ['its user may not use this port'],
    },
  ],
  "cat >/etc/cron.daily/kho-backup <<'END'": [
    {
      name: 'the backup of the day has the file',
      script: 'find "/srv/kho-backup/$(LC_ALL=C date +%A)/s3/data" -type f | wc -l',
      prints: ['1'],
    },
    {
      name: 'cron would mail nothing',
      script: 'tail -1 /tmp/said',
      prints: ['/etc/cron.daily/kho-backup'],
    },
    {
      name: 'accounts in SQLite beside Ceph RGW are in a backup',
      script: `
        cp -p /etc/kho/kho.env /tmp/kho.env
        for line in KIND=rgw ENDPOINT=http://127.0.0.1:1 ADMIN_KEY=ACCESS ADMIN_SECRET=SECRET; do
          echo KHO_S3_$line >>/etc/kho/kho.env
        done
        status=0
        kho backup /srv/kho-backup/rgw || status=$?
        cp -p /tmp/kho.env /etc/kho/kho.env
        ls /srv/kho-backup/rgw
        exit $status`,
      prints: [
        'The files are kept by the storage: no copy of them is made.',
        'The backup is in /srv/kho-backup/rgw.',
        ...['kho.env', 'kho.sqlite', 'secret'],
      ],
    },
  ],
  "curl --silent --fail http://127.0.0.1:9464/metrics | grep '^kho_'": [
    printed(`kho_info{version="${version}"} 1`, 'the metrics have the version'),
  ],
  'umask 077': [
    {
      name: 'a customer is made, with a key; a second run changes nothing',
      script: `
        grep secret_key /tmp/steps.json | grep -o '"name":"[a-z]*"'
        kho apply - --json </tmp/customer.json | grep -o '"state":"[a-z]*"' | sort -u`,
      prints: ['"name":"backup"', '"state":"unchanged"'],
    },
  ],
  'kho backup /srv/kho-backup/before-NEXT': [
    {
      name: 'the next version runs',
      script: 'kho --version | cut -d" " -f1\nls /var/lib/kho/before-upgrade',
      prints: [values.NEXT, 'kho.sqlite', 's3', 'upgraded-to'],
    },
    signsIn(admin, 'Vuon-tao#Admin-2', ' after the upgrade'),
    readsFile(' after the upgrade'),
  ],
  'apt install -y --allow-downgrades ./kho_VERSION_amd64.deb': [
    {
      name: 'the version before runs',
      script:
        'kho --version | cut -d" " -f1\ntest ! -e /var/lib/kho/before-upgrade && kho user list | grep admin',
      prints: [values.VERSION, `${admin}  super admin, PIN`],
    },
    signsIn(admin, 'Vuon-tao#Admin-2', ' after the way back'),
    readsFile(' after the way back'),
  ],
  'apt install -y postgresql': [
    signsIn('owner@kho.test', '$(journal | password)'),
    {
      name: 'PostgreSQL has the accounts',
      script: "cd / && runuser -u postgres -- psql -At kho -c 'SELECT email FROM users'",
      prints: ['owner@kho.test'],
    },
  ],
  'journalctl -u kho -o cat | grep -A1 EMAIL': [
    {
      name: 'the backup of the day has the accounts, and the secret of their keys',
      script: `
        cd "/srv/kho-backup/$(LC_ALL=C date +%A)"
        pg_restore --list accounts.dump | grep -o "TABLE DATA public users"
        secret=$(sed -n 's/^KHO_SECRET=//p' /etc/kho/kho.env)
        grep -lF -e "$secret" kho.env`,
      prints: ['TABLE DATA public users', 'kho.env'],
    },
  ],
  'apt install -y ./kho_VERSION_amd64.deb && systemctl stop kho': [
    {
      name: 'the new machine has the accounts and the files',
      script: `
        kho user list
        kho verify | grep -o 'all as they were written'
        answer https://kho.test/api/health`,
      prints: ['owner@kho.test  super admin', 'all as they were written', '200'],
    },
  ],
}
