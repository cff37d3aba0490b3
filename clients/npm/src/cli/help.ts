/** The text that `pinref --help` prints. */
export const help = `Look up Google Maps listings: their permanent identifiers, rating and links.

  pinref <link>...                     Look up links, place ids, CIDs or share text.
  cat links.txt | pinref --jsonl       Look up each line of standard input.
  pinref bulk in.csv -o out.csv --column url
                                       Look up a column of a CSV, or each line of any other file,
                                       in the background, up to 1,000,000. Needs an API key.
  pinref read <link>...                Only read what the text says: offline, and never counted.
  pinref login                         Store an API key, asked for or read from standard input.
  pinref logout                        Remove it.
  pinref completion bash|zsh|fish      Print completions: source <(pinref completion bash)

Options
  --json             Print JSON: the answer for one link, else an array of lines.
  --jsonl            Print a line of JSON for each: line, input, status, listing, problem.
  --details <level>  none: the identifiers in the text itself; checked: as Google has them now;
                     full, unless given: also title, rating and review count.
  --strict           Stop at the first line that fails.
  --url <address>    The server; else PINREF_URL, or the one you logged in to.
  -h, --help         Show this.
  -v, --version      Show the version.

Options of bulk
  -o, --out <file>   Where results go: .csv, with your columns first, or .jsonl. It is never
                     overwritten without --force.
  --name <name>      What to call the batch on the dashboard; unless given, as the file.
  --column <name>    The column to look up. It can be left out where there is one, or one named
                     url, link, place_id, cid or name.
  --operation <op>   auto, unless given: links, identifiers and names; resolve, search or convert.
  --address-column <name>, --country-column <name>
                     What to search with beside a name.
  --force            Begin anew, whatever is there.
  --cancel           End the batch that was begun for this file.

  While bulk runs, <out>.pinref.json says how far it is. Ctrl+C stops fetching; the batch goes on
  at the server. Run the same command again to go on where it was: no line is paid for twice.

The key is read from PINREF_KEY, else it is the stored one. Without a key you have a few free
lookups a day. Faults are told on standard error, as file:line:column.

Exit codes
  0  all found                         3  the API key is missing or refused
  1  something could not be found      4  the server could not be reached
  2  the command or a file is wrong    5  the quota is used up
                                       130  stopped with Ctrl+C
`
