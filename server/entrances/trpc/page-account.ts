/** The header in which a dashboard's page names its account. Also a query parameter of files to download. */
export const pageAccountHeader = 'x-pinref-account'
