/** Where the parts of a CSV's rows are. Empty for none. */
export interface ListLayout {
  /** The number of the row with the headings; 0 for none. */
  headingRow: number
  /** The column that is looked up. */
  column: string
  nameColumn: string
  /** Joined in this order. */
  addressColumns: readonly string[]
  countryColumn: string
  /** The customer's own number or code for each business. */
  referenceColumn: string
}

/** The layout as requested. Null: detected or guessed. */
export type ListOptions = { readonly [Field in keyof ListLayout]: ListLayout[Field] | null }

/** Nothing is requested. */
export const noOptions: ListOptions = {
  headingRow: null,
  column: null,
  nameColumn: null,
  addressColumns: null,
  countryColumn: null,
  referenceColumn: null,
}

/** The layout of lines that aren't a CSV. */
export const noLayout: ListLayout = {
  headingRow: 0,
  column: '',
  nameColumn: '',
  addressColumns: [],
  countryColumn: '',
  referenceColumn: '',
}
