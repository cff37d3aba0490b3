import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'

export const metadata: Metadata = { title: 'Command line' }

const exitCodes: ReadonlyArray<[code: string, meaning: string]> = [
  ['0', 'Everything was found.'],
  ['1', 'Something couldn’t be found. See standard error.'],
  ['2', 'The command, or one of its files, is invalid.'],
  ['3', 'The API key is missing or was rejected.'],
  ['4', 'The server couldn’t be reached.'],
  ['5', 'The quota is used up.'],
  ['130', 'You pressed Ctrl+C.'],
]

export default function CommandLine() {
  return (
    <Article path="/docs/cli">
      <Section id="start" title="Look up a link">
        <p>
          The command is part of the <Code>pinref</Code> package and requires Node 18.17 or later. Set this server’s
          address once:
        </p>
        <Samples id="commandServer" />
        <p>Then pass a link, a place id, a CID, or share text in quotes:</p>
        <Samples id="commandLookup" />
        <p>
          For scripts, <Code>--json</Code> prints the listing as JSON, and <Code>--details</Code> sets{' '}
          <SiteLink href="/docs/lookups#details">how much to look up</SiteLink>. <Code>npx pinref --help</Code> lists
          every option.
        </p>
        <Samples id="commandJson" />
      </Section>

      <Section id="read" title="Read identifiers offline">
        <p>
          <Code>pinref read</Code> prints the identifiers in the text without a call. Short links contain none.
        </p>
        <Samples id="commandRead" />
      </Section>

      <Section id="lines" title="Look up lines">
        <p>
          Without a link, the command looks up each line of standard input, 100 per call, and prints the results in
          order. With <Code>--jsonl</Code>, each result is one line of JSON with <Code>line</Code>, <Code>input</Code>,{' '}
          <Code>status</Code>, <Code>listing</Code>, and <Code>problem</Code>. Here, the second line isn’t a link to a
          listing:
        </p>
        <Samples id="commandLines" />
        <p>
          Failed lines are reported with their file, line, and column. <Code>--strict</Code> stops at the first one.
          Empty lines are skipped.
        </p>
        <p>
          The command waits out the <SiteLink href="/docs/quotas#bursts">rate limit</SiteLink>, however long that takes.
          For a whole file, <Code>pinref bulk</Code> is faster.
        </p>
      </Section>

      <Section id="key" title="Store an API key">
        <p>
          <Code>pinref login</Code> prompts for a key, tests it, and stores it in a file that only you can read. The key
          is only sent to the server that you stored it for. <Code>PINREF_KEY</Code> overrides the stored key, and{' '}
          <Code>pinref logout</Code> deletes it.
        </p>
        <Samples id="commandLogin" />
      </Section>

      <Section id="bulk" title="Look up a file">
        <p>
          <Code>pinref bulk</Code> creates a <SiteLink href="/docs/batches">batch</SiteLink> of up to 1,000,000 lines
          from a CSV column or the lines of any other file. The command writes results as they arrive: as CSV with your
          own columns first, or as JSON Lines if the name after <Code>-o</Code> ends in <Code>.jsonl</Code>. Here,{' '}
          <Code>shops.csv</Code> has the columns <Code>shop</Code> and <Code>link</Code>. The batch is named after the
          file, unless you pass <Code>--name</Code>.
        </p>
        <Samples id="commandBulk" />
        <ul className="points">
          <li>Only the column to look up leaves your machine.</li>
          <li>
            Ctrl+C, a lost connection, or a restart stops only the download, not the batch. To resume, run the same
            command again. No line counts twice.
          </li>
          <li>
            To cancel the batch itself, run the command with <Code>--cancel</Code>. Lines already looked up still count.
          </li>
          <li>
            Until it’s done, the command stores its progress in <Code>found.csv.pinref.json</Code>, next to the results.
          </li>
          <li>
            Existing files aren’t overwritten unless you pass <Code>--force</Code>.
          </li>
          <li>
            With <Code>--strict</Code>, nothing is sent if a line can’t be read, and the first line that fails ends the
            batch.
          </li>
          <li>
            When the monthly quota is used up, the command stops, and the batch waits for next month or an upgrade.
          </li>
        </ul>
      </Section>

      <Section id="watch" title="Watch listings">
        <p>
          <Code>pinref watch create</Code> creates a <SiteLink href="/docs/watchlists">watchlist</SiteLink> and adds the
          listings in a file: a CSV column, with your own references in <Code>--reference-column</Code>, or one listing
          per line.
        </p>
        <Samples id="commandWatch" />
        <ul className="points">
          <li>
            <Code>pinref watch</Code> lists your watchlists. <Code>pinref watch add</Code> adds the listings in a new or
            updated file.
          </li>
          <li>
            <Code>pinref watch events watch_…</Code> prints events, oldest first. <Code>--follow</Code> keeps printing
            events as they are detected, <Code>--after</Code> starts after a given event, and <Code>--csv</Code> prints
            CSV for a spreadsheet.
          </li>
          <li>
            <Code>pinref watch listings watch_… --state moved</Code> prints listings in a given state.
          </li>
          <li>
            <Code>pinref watch check</Code>, <Code>pause</Code>, <Code>resume</Code>, and <Code>rm</Code> take a
            watchlist’s id. <Code>rm</Code> asks first, unless you pass <Code>--yes</Code>.
          </li>
        </ul>
      </Section>

      <Section id="completion" title="Tab completion">
        <p>
          <Code>pinref completion bash</Code>, <Code>zsh</Code>, or <Code>fish</Code> prints completions for commands,
          options, and values. Install the package with <Code>npm install -g pinref</Code>, then add a line to your
          shell’s configuration: <Code>{'source <(pinref completion bash)'}</Code> to <Code>~/.bashrc</Code>,{' '}
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
