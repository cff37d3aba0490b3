import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'

export const metadata: Metadata = { title: 'Command line' }

const exitCodes: ReadonlyArray<[code: string, meaning: string]> = [
  ['0', 'Everything was found.'],
  ['1', 'Something could not be found; which and why is on standard error.'],
  ['2', 'The command is wrong, or a file that it names.'],
  ['3', 'The API key is missing or refused.'],
  ['4', 'The server could not be reached.'],
  ['5', 'The quota is used up.'],
  ['130', 'You stopped it with Ctrl+C.'],
]

export default function CommandLine() {
  return (
    <Article path="/docs/cli">
      <Section id="start" title="Look up a link">
        <p>
          The command line is in the package <Code>pinref</Code> and needs Node 18 or later. Tell it once where this
          server is:
        </p>
        <Samples id="commandServer" />
        <p>Then give it a link, a place id, a CID or share text in quotes:</p>
        <Samples id="commandLookup" />
        <p>
          For a script, <Code>--json</Code> prints the answer as JSON, and <Code>--details</Code> says how much to look
          up, as in <SiteLink href="/docs/lookups">Lookups</SiteLink>. <Code>npx pinref --help</Code> lists every
          option.
        </p>
        <Samples id="commandJson" />
      </Section>

      <Section id="read" title="Read identifiers offline">
        <p>
          <Code>pinref read</Code> prints what the text itself says, without a call. A short link says nothing until it
          is followed.
        </p>
        <Samples id="commandRead" />
      </Section>

      <Section id="lines" title="Look up lines">
        <p>
          Without a link, each line of standard input is looked up, 100 in a call, and answered in its order. With{' '}
          <Code>--jsonl</Code> a line comes back as one line of JSON with <Code>line</Code>, <Code>input</Code>,{' '}
          <Code>status</Code>, <Code>listing</Code> and <Code>problem</Code>. Here the second line is no link to a
          listing:
        </p>
        <Samples id="commandLines" />
        <p>
          A line that can’t be looked up is told with its file, line and column, and the rest goes on;{' '}
          <Code>--strict</Code> stops at the first. Empty lines are skipped.
        </p>
        <p>
          Long input keeps to the <SiteLink href="/docs/quotas">rate limit</SiteLink>: the command waits and continues,
          however long that takes. For a whole file, <Code>pinref bulk</Code> is faster.
        </p>
      </Section>

      <Section id="key" title="Store an API key">
        <p>
          <Code>pinref login</Code> asks for a key, tries it and stores it in a file that only you can read. The key is
          sent to the server that it was stored for and to no other. <Code>PINREF_KEY</Code> goes before a stored key,
          and <Code>pinref logout</Code> removes it.
        </p>
        <Samples id="commandLogin" />
      </Section>

      <Section id="bulk" title="Look up a file">
        <p>
          <Code>pinref bulk</Code> makes a <SiteLink href="/docs/batches">batch</SiteLink> of a column of a CSV, or of
          the lines of any other file, up to 1,000,000, and writes the results as they come: as CSV, your own columns
          first, or as JSON Lines where the name after <Code>-o</Code> ends in <Code>.jsonl</Code>. Here{' '}
          <Code>shops.csv</Code> has the columns <Code>shop</Code> and <Code>link</Code>. The batch is named after the
          file; <Code>--name</Code> gives it another name.
        </p>
        <Samples id="commandBulk" />
        <ul className="points">
          <li>Only the column that is looked up leaves your machine. The others are put back beside the results.</li>
          <li>
            Ctrl+C, a lost connection or a restart breaks nothing off but the fetching: the batch goes on at the server.
            Run the same command again and it goes on where it was. No line is paid for twice.
          </li>
          <li>
            To end the batch itself, run the command with <Code>--cancel</Code>. What was looked up by then has been
            counted.
          </li>
          <li>
            While it runs, <Code>found.csv.pinref.json</Code> beside the results says how far it is. It’s removed at the
            end.
          </li>
          <li>
            A file that is there is never overwritten without <Code>--force</Code>.
          </li>
          <li>
            With <Code>--strict</Code> nothing is sent if a line can’t be read, and the first line that fails ends the
            batch.
          </li>
          <li>
            When the month is used up it stops with a sentence. The batch waits at the server for the next month or a
            larger plan.
          </li>
        </ul>
      </Section>

      <Section id="completion" title="Complete with Tab">
        <p>
          <Code>pinref completion bash</Code>, <Code>zsh</Code> or <Code>fish</Code> prints completions of commands,
          options and values. Install the package with <Code>npm install -g pinref</Code>, then add a line to your
          shell’s settings: <Code>{'source <(pinref completion bash)'}</Code> to <Code>~/.bashrc</Code>,{' '}
          <Code>{'source <(pinref completion zsh)'}</Code> to <Code>~/.zshrc</Code> after <Code>compinit</Code>, or{' '}
          <Code>pinref completion fish | source</Code> to <Code>~/.config/fish/config.fish</Code>.
        </p>
      </Section>

      <Section id="exit-codes" title="Exit codes">
        <FactTable
          caption="Exit codes"
          columns={['Code', 'Meaning']}
          rows={exitCodes.map(([code, meaning]) => ({ key: code, cells: [<Code key="code">{code}</Code>, meaning] }))}
        />
      </Section>
    </Article>
  )
}
