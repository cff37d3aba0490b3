import { landmark } from '../listings'
import { desktopTarget } from './targets'

/** A redirect that must not be followed. */
export interface Trick {
  /** The link is `https://maps.app.goo.gl/sim-to-<name>`. */
  name: string
  /** Its `Location`. */
  location: string
}

const onMap = desktopTarget(landmark).replace(/^https:\/\/www\.google\.com/, '')

/** The targets by name. Some contain a listing's identifier on a host that is not Google's. */
const locations: Readonly<Record<string, string>> = {
  loopback: 'http://127.0.0.1/',
  'loopback-https': 'https://127.0.0.1/',
  'loopback-short': 'https://127.1/',
  'loopback-decimal': 'http://2130706433/',
  'loopback-hex': 'https://0x7f000001/',
  'loopback-hex-parts': 'https://0x7f.0x0.0x0.0x1/',
  'loopback-octal': 'https://0177.0.0.1/',
  'loopback-wide': 'https://①②⑦.⓪.⓪.①/',
  'loopback-ipv6': 'https://[::1]/',
  'loopback-mapped': 'https://[::ffff:127.0.0.1]/',
  localhost: 'http://localhost:3000/api/health/ready',
  'localhost-dot': 'https://localhost./',
  metadata: 'http://169.254.169.254/latest/meta-data/',
  'metadata-google': 'http://metadata.google.internal/computeMetadata/v1/',
  'private-10': 'https://10.0.0.1/',
  'private-172': 'https://172.16.0.1/',
  'private-192': 'https://192.168.1.1/',
  'private-shared': 'https://100.64.0.1/',
  'private-mapped': 'https://[::ffff:10.0.0.1]/',
  'private-ipv6': 'https://[fd00::1]/',
  'private-nat64': 'https://[64:ff9b::a00:1]/',
  'link-local-ipv6': 'https://[fe80::1]/',
  unspecified: 'https://0.0.0.0/',
  'unspecified-ipv6': 'https://[::]/',
  public: 'https://93.184.215.14/',
  'private-by-name': 'https://10.0.0.1.nip.io/',
  port: `https://www.google.com:8443${onMap}`,
  'port-http': `https://www.google.com:80${onMap}`,
  'port-short-link': 'https://maps.app.goo.gl:22/sim-mobile',
  'user-info': `https://www.google.com@evil.example${onMap}`,
  'user-info-google': 'https://user:secret@maps.app.goo.gl/sim-mobile',
  plain: 'http://maps.app.goo.gl/sim-mobile',
  script: 'javascript:alert(1)//https://www.google.com/maps',
  file: 'file:///etc/passwd',
  data: 'data:text/html,<div data-desktop-link="https://www.google.com/maps"></div>',
  ftp: `ftp://www.google.com${onMap}`,
  blob: `blob:https://www.google.com${onMap}`,
  intent: `intent://www.google.com${onMap}#Intent;scheme=https;end`,
  lookalike: `https://www.google.com.evil.example${onMap}`,
  'lookalike-ending': `https://evilgoogle.com${onMap}`,
  'lookalike-letters': `https://www.gооgle.com${onMap}`,
  'lookalike-domain': `https://www.google.evil${onMap}`,
  'lookalike-short': 'https://maps.app.goo.gl.evil.example/sim-mobile',
  'other-site': 'https://sites.google.com/view/evil',
  backslash: `https://evil.example\\@www.google.com${onMap}`,
  'backslash-first': `\\\\evil.example${onMap}`,
  'no-scheme': '//127.0.0.1/',
  'wrapped-consent': 'https://consent.google.com/m?continue=http://169.254.169.254/latest/meta-data/&gl=DE',
  'wrapped-consent-twice': 'https://consent.google.com/m?continue=https%253A%252F%252F10.0.0.1%252F&gl=DE',
  'wrapped-consent-port': `https://consent.google.com:8443/m?continue=https://www.google.com${onMap}`,
  'wrapped-redirect': 'https://www.google.com/url?q=https%3A%2F%2F127.0.0.1%2Fmaps&sa=D',
  'wrapped-link': 'https://maps.app.goo.gl/?link=https%3A%2F%2F192.168.1.1%2Fmaps&apn=com.google.android.apps.maps',
  relative: '../../../etc/passwd',
  blanks: 'https:// www.google.com/maps',
  nonsense: 'https://',
}

/** Redirects to private addresses, strange schemes, ports, user info, and hosts that only look like Google's. */
export const redirectTricks: readonly Trick[] = Object.entries(locations).map(([name, location]) => ({
  name,
  location,
}))
