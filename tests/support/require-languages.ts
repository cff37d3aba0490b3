import { findProgram, installSystemPackage } from '@/server/store/system-package'

/** What runs the code samples, besides Node and a shell. */
const languages = [
  { program: 'curl', title: 'curl', apt: 'curl', brew: 'curl' },
  { program: 'openssl', title: 'OpenSSL', apt: 'openssl', brew: 'openssl' },
  { program: 'python3', title: 'Python', apt: 'python3', brew: 'python' },
  { program: 'php', title: 'PHP', apt: 'php-cli', brew: 'php' },
  { program: 'go', title: 'Go', apt: 'golang-go', brew: 'go' },
]

/**
 * Makes sure that every language of the code samples is installed, before any test runs one: a sample that is not run
 * proves nothing.
 */
export default function setup() {
  for (const { program, ...systemPackage } of languages) if (!findProgram(program)) installSystemPackage(systemPackage)
}
