import { findProgram, installSystemPackage } from '@/server/store/system-package'

/** What runs the code samples, besides Node and a shell. */
const languages = [
  { program: 'curl', title: 'curl', apt: 'curl', brew: 'curl' },
  { program: 'openssl', title: 'OpenSSL', apt: 'openssl', brew: 'openssl' },
  { program: 'python3', title: 'Python', apt: 'python3', brew: 'python' },
  { program: 'php', title: 'PHP', apt: 'php-cli', brew: 'php' },
  { program: 'go', title: 'Go', apt: 'golang-go', brew: 'go' },
]

/** Sees to everything that a code sample is written in, before any test runs one: a sample that is not run is not known. */
export default function setup() {
  for (const { program, ...systemPackage } of languages) if (!findProgram(program)) installSystemPackage(systemPackage)
}
