import { findProgram, installSystemPackages, type SystemPackage } from '@/server/platform/store/embedded/system-package'

interface SampleProgram extends SystemPackage {
  program: string
}

const tools: SampleProgram[] = [
  { program: 'curl', title: 'curl', apt: 'curl', brew: 'curl' },
  { program: 'openssl', title: 'OpenSSL', apt: 'openssl', brew: 'openssl' },
]

const languages: SampleProgram[] = [
  { program: 'python3', title: 'Python', apt: 'python3', brew: 'python' },
  { program: 'php', title: 'PHP', apt: 'php-cli', brew: 'php' },
  { program: 'go', title: 'Go', apt: 'golang-go', brew: 'go' },
]

/** Needed to build and install the Python package. */
const pip: SampleProgram = { program: 'pip3', title: 'pip', apt: 'python3-pip', brew: 'python' }

/** The shells, besides bash, in which the CLI's completions are tested. */
const shells: SampleProgram[] = [
  { program: 'zsh', title: 'zsh', apt: 'zsh', brew: 'zsh' },
  { program: 'fish', title: 'fish', apt: 'fish', brew: 'fish' },
]

/** Returns the shells that are missing on this machine. */
export const missingShells = (): SampleProgram[] => shells.filter(({ program }) => !findProgram(program))

const leavesLanguagesOut = Boolean(process.env.SKIP_LANGUAGES)

/** The languages whose code samples are not run: Python, PHP, and Go if SKIP_LANGUAGES=1, otherwise none. */
export const languagesLeftOut: readonly string[] = leavesLanguagesOut ? languages.map(({ title }) => title) : []

/** Returns the programs, besides Node and bash, that code samples and completions need and this machine lacks. */
export const missingPrograms = (): SampleProgram[] =>
  [...tools, ...shells, ...(leavesLanguagesOut ? [] : [...languages, pip])].filter(
    ({ program }) => !findProgram(program),
  )

/** Makes sure that every language of the code samples is installed before a test runs one. */
export default function setup() {
  installSystemPackages(...missingPrograms())
}
