import { describe, expect, test } from 'vitest'
import { mayFollow } from '@/server/places/links/expand/follow-chain'

const allowed = [
  'https://maps.app.goo.gl/vbPkmbdgoLBEGo2T8',
  'https://goo.gl/maps/AK13hVJLjnveWZqJA',
  'https://share.google/3dY6zIadXlKrMekTu',
  'https://g.co/kgs/91UYXud',
  'https://g.page/OverEasySG',
  'https://www.google.com/share.google?q=diIxnYa8dIA6dZfpy',
  'https://google.com/maps',
  'https://maps.google.com/?q=x',
  'https://maps.google.co.uk/maps',
  'https://www.google.com.au/maps',
  'https://search.google.com/local',
  'https://WWW.GOOGLE.COM/maps',
  'https://www.google.com:443/maps',
]

/** A chain must not go to any of these addresses, no matter what `Location` says. */
const refused = {
  'another scheme': ['http://maps.app.goo.gl/x', 'ftp://maps.app.goo.gl/x', 'file:///etc/passwd', 'data:text/html,x'],
  'another port': ['https://www.google.com:8443/maps', 'https://maps.app.goo.gl:80/x'],
  'user info': [
    'https://user@www.google.com/',
    'https://user:pass@www.google.com/',
    'https://www.google.com@evil.example/',
  ],
  'another host': [
    'https://evil.example/',
    'https://www.google.com.evil.example/maps',
    'https://notgoogle.com/maps',
    'https://evil-google.com/',
    'https://google.evil/',
    'https://evil.maps.app.goo.gl/x',
    'https://goo.gl.evil.example/maps/x',
    'https://www.google.com./maps',
    'https://www.gооgle.com/maps',
    'https://metadata.google.internal/computeMetadata/v1/',
    'https://consent.google.com/m?continue=x',
    'https://accounts.google.com/signin',
    'https://sites.google.com/view/x',
    'https://docs.google.com/x',
    'https://storage.googleapis.com/x',
    'https://localhost/',
    'https://localhost.localdomain/',
  ],
  'an address in place of a name': [
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://0/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[64:ff9b::a00:1]/',
    'https://142.250.184.206/',
  ],
}

describe('a redirect chain', () => {
  test.each(allowed)('may go to %s', (address) => {
    expect(mayFollow(new URL(address))).toBe(true)
  })

  for (const [what, addresses] of Object.entries(refused)) {
    test.each(addresses)(`may not go to ${what}: %s`, (address) => {
      expect(mayFollow(new URL(address))).toBe(false)
    })
  }
})
