/** The text that `pinref --help` prints. */
export const help = `Look up Google Maps listings: their permanent identifiers, rating, and links.

  pinref <link>...                     Look up links, place ids, CIDs, or share text.
  cat links.txt | pinref --jsonl       Look up each line of standard input.
  pinref bulk clients.xlsx -o found.xlsx
                                       Look up a column of a workbook or CSV, or each line of any
                                       other file, in the background. Up to 1,000,000 lines. Needs
                                       an API key.
  pinref batch repeat <id>             Look up the rows of a finished batch again, and print what
                                       has changed since.
  pinref batch results <id>            Print a batch's results.
  pinref watch create <name> shops.csv --reference-column shop
                                       Watch the listings in a file and report those that move or
                                       disappear. Needs an API key.
  pinref watch events <id>             Print a watchlist's changes.
  pinref read <link>...                Read links offline. Never counts as a call.
  pinref login                         Store an API key, from a prompt or standard input.
  pinref logout                        Remove the stored key.
  pinref completion bash|zsh|fish      Print completions: source <(pinref completion bash)

Options
  --json             Print JSON: an object for one link, otherwise an array of lines.
  --jsonl            Print JSON Lines: row, input, state, listing, problem.
  --details <level>  none: identifiers in the text itself; checked: Google's current ones;
                     full (default): also title, rating, and business status.
  --language <tag>   The language of names and addresses, such as ja or pt-BR. Defaults to your
                     terminal's (LC_ALL, LC_MESSAGES, or LANG).
  --strict           Stop at the first line that fails.
  --url <address>    The server. Defaults to PINREF_URL, then to the stored key's server.
  -h, --help         Show this help.
  -v, --version      Show the version.

Options for bulk
  -o, --out <file>   Results file: .xlsx or .csv, which add columns to your rows, or .jsonl.
                     Existing files aren't overwritten unless you pass --force.
  --name <name>      The batch's name on the dashboard. Defaults to the file's name.
  --client <client>  Your customer, by whom the dashboard groups usage.
  --operation <op>   auto (default): links, identifiers, and names; resolve, search, or convert.
  --fallback name    Search for a row's name if its link is missing or isn't a listing. Needs
                     --details full; every search is billed.
  --address-column <name>, --country-column <name>
                     Columns that narrow a name search. --address-column can be repeated.
  --spreadsheet      Write a .csv that is safe to open in Excel: formulas are off, and CIDs keep
                     their digits. Without this option, a .csv is for programs.
  --force            Start over and overwrite the results.
  --cancel           Cancel the batch for this results file.

  While bulk runs, <out>.pinref.json stores its progress. Ctrl+C only stops the download; the
  batch keeps running. Run the same command again to continue. No line counts twice.

Options for batch
  --finding <name>   Only lines with this finding: moved, closed_permanently, closed_temporarily,
                     not_found, duplicate, name_differs, not_checked, any, or fine.
  --details, --language
                     With repeat: what to look up this time. Defaults to the batch's.
  --csv              Print CSV for programs.
  --spreadsheet      Print CSV that is safe to open in Excel.

Options for lists in files, for bulk and watch. By default, they are detected.
  --column <name>    The column with the links or identifiers.
  --name-column <name>, --reference-column <name>
                     The columns with the businesses' names, and with your own references.
  --heading-row <n>  The row with the headings; 0 for none.
  --sheet <sheet>    The workbook's sheet, by name or number. Defaults to the first with a list.

Actions of watch
  list               Print all watchlists. This is the default.
  create <name> [file], create-listings <id> <file>
                     Add the listings in a file: a workbook, a CSV, or any other file with one per
                     line. Links and identifiers work, but not names or short links.
  listings <id>, events <id>
                     Print the listings with their states, or the events, oldest first.
  check <id>, pause <id>, resume <id>, delete <id>
                     Check all listings now (once a day), pause, resume, or delete the watchlist.

Options for watch
  --weekly, --monthly  How often a new watchlist checks each listing. Defaults to --weekly.
  --closures <often> weekly or monthly: also report closures and reopenings. Each of these checks
                     counts as a call, and Google charges for it. Defaults to off.
  --batch <id>       Add the listings from a batch that has ended, in the background.
  --state <state>    Only listings that are unchecked, listed, moved, gone, or unreadable.
  --business-status <status>
                     Only listings that are operational, closed_temporarily, closed_permanently, or
                     opening_soon, as of their last check for closure.
  --after <event>    Only events after this one.
  --follow           Keep printing events as they are detected.
  --csv              Print CSV for programs.
  --spreadsheet      Print CSV that is safe to open in Excel.
  -y, --yes          Delete without asking.

PINREF_KEY overrides the stored key. Without a key, you have a few free lookups a day. Problems are
printed to standard error, as file:line:column, or file:F12 for a cell of a workbook.

Exit codes
  0  all found                         3  the API key is missing or rejected
  1  something could not be found      4  the server could not be reached
  2  the command or a file is invalid  5  the quota is used up
                                       130  stopped with Ctrl+C
`
