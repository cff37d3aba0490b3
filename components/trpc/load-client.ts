/** The client of the router, loaded with its first call: most visitors of the start page make none. */
export const loadClient = () => import('./router-client').then(({ routerClient }) => routerClient)
